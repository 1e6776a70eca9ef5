//! Turns limits of the operating system into errors that the program can report.

/// Makes writing beyond the limit on file sizes (`ulimit -f`) an error. By default the system ends the program.
#[cfg(unix)]
#[allow(unsafe_code)]
pub fn report_large_files() {
    // SAFETY: the signal is valid, and ignoring it runs no code of ours. `main` calls this before it starts threads.
    let before = unsafe { libc::signal(libc::SIGXFSZ, libc::SIG_IGN) };
    debug_assert_ne!(before, libc::SIG_ERR);
}

/// Other systems have no such limit.
#[cfg(not(unix))]
pub fn report_large_files() {}
