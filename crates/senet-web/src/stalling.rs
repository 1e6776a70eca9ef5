//! A connection that is given up when the other end does not read.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Sleep, sleep};

/// A connection on which writing fails when nothing could be written for some time.
pub struct Stalling<S> {
    stream: S,
    patience: Duration,
    /// Runs while there is something to write and no room for it.
    stalled: Option<Pin<Box<Sleep>>>,
}

impl<S> Stalling<S> {
    /// Gives up after so long.
    pub fn new(stream: S, patience: Duration) -> Stalling<S> {
        Stalling {
            stream,
            patience,
            stalled: None,
        }
    }

    /// What writing came to, or that it has been given up.
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

impl<S: AsyncRead + Unpin> AsyncRead for Stalling<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context,
        buffer: &mut ReadBuf,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Stalling<S> {
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
    async fn whoever_does_not_read_is_given_up() {
        let (mut reader, writer) = duplex(16);
        let mut writer = Stalling::new(writer, Duration::from_millis(50));
        writer.write_all(&[1; 16]).await.unwrap();
        let error = writer.write_all(&[2]).await.unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::TimedOut);
        let mut read = [0; 16];
        reader.read_exact(&mut read).await.unwrap();
        assert_eq!(read, [1; 16]);
    }

    #[tokio::test]
    async fn whoever_reads_slowly_gets_everything() {
        let (mut reader, writer) = duplex(16);
        let mut writer = Stalling::new(writer, Duration::from_secs(3600));
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
