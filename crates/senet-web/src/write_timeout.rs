//! A connection that closes if the client does not read.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Sleep, sleep};

/// A connection on which a blocked write fails after a timeout.
pub struct WriteTimeout<S> {
    stream: S,
    patience: Duration,
    /// Runs while a write is blocked.
    stalled: Option<Pin<Box<Sleep>>>,
}

impl<S> WriteTimeout<S> {
    /// A connection with this timeout.
    pub fn new(stream: S, patience: Duration) -> WriteTimeout<S> {
        WriteTimeout {
            stream,
            patience,
            stalled: None,
        }
    }

    /// The result of a write, or the timeout.
    fn timed<T>(
        &mut self,
        context: &mut Context,
        written: Poll<io::Result<T>>,
    ) -> Poll<io::Result<T>> {
        if written.is_ready() {
            self.stalled = None;
            return written;
        }
        let patience = self.patience;
        let stalled = self
            .stalled
            .get_or_insert_with(|| Box::pin(sleep(patience)));
        match stalled.as_mut().poll(context) {
            Poll::Ready(()) => Poll::Ready(Err(io::ErrorKind::TimedOut.into())),
            Poll::Pending => Poll::Pending,
        }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for WriteTimeout<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context,
        buffer: &mut ReadBuf,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for WriteTimeout<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.timed(context, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context,
        parts: &[io::IoSlice],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, parts);
        self.timed(context, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context) -> Poll<io::Result<()>> {
        let flushed = Pin::new(&mut self.stream).poll_flush(context);
        self.timed(context, flushed)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::{AsyncReadExt, AsyncWriteExt, duplex};

    #[tokio::test]
    async fn write_to_a_blocked_client_fails() {
        let (mut reader, writer) = duplex(16);
        let mut writer = WriteTimeout::new(writer, Duration::from_millis(50));
        writer.write_all(&[1; 16]).await.unwrap();
        let error = writer.write_all(&[2]).await.unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::TimedOut);
        let mut read = [0; 16];
        reader.read_exact(&mut read).await.unwrap();
        assert_eq!(read, [1; 16]);
    }

    #[tokio::test]
    async fn slow_reader_gets_everything() {
        let (mut reader, writer) = duplex(16);
        let mut writer = WriteTimeout::new(writer, Duration::from_secs(3600));
        let writing = tokio::spawn(async move { writer.write_all(&[1; 1000]).await });
        let mut all = Vec::new();
        while all.len() < 1000 {
            tokio::time::sleep(Duration::from_micros(100)).await;
            let mut part = [0; 100];
            let count = reader.read(&mut part).await.unwrap();
            all.extend_from_slice(&part[..count]);
        }
        writing.await.unwrap().unwrap();
    }
}
