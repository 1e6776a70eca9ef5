//! Memory for machine code: written once, then executable and never writable again.

#![allow(unsafe_code)]

use rustix::mm::{MapFlags, MprotectFlags, ProtFlags, mmap_anonymous, mprotect, munmap};
use std::ffi::c_void;

/// A stage of a program. Arguments: frame, current states, next states.
pub type Function = unsafe extern "sysv64" fn(*mut c_void, *const c_void, *mut c_void);

#[cfg(test)]
thread_local! {
    /// Simulates a system that refuses executable memory, on this thread.
    pub static REFUSE_EXECUTABLE: std::cell::Cell<bool> = const { std::cell::Cell::new(false) };
}

/// Machine code, freed when dropped.
pub struct Executable {
    start: *mut c_void,
    length: usize,
}

// SAFETY: the pages are not written after `new`, so any thread may run the code and drop the value.
unsafe impl Send for Executable {}
// SAFETY: the pages are not written after `new`, so threads may run the code at the same time.
unsafe impl Sync for Executable {}

impl Executable {
    /// Copies the code to fresh pages and makes them executable. Fails if the system refuses
    /// executable memory.
    pub fn new(code: &[u8]) -> Result<Executable, String> {
        let refused =
            |error: rustix::io::Errno| format!("the system refuses executable memory: {error}");
        #[cfg(test)]
        if REFUSE_EXECUTABLE.get() {
            return Err(refused(rustix::io::Errno::ACCESS));
        }
        let length = code.len().max(1);
        // SAFETY: maps fresh anonymous pages at an address that the system chooses.
        let start = unsafe {
            mmap_anonymous(
                std::ptr::null_mut(),
                length,
                ProtFlags::READ | ProtFlags::WRITE,
                MapFlags::PRIVATE,
            )
        };
        let start = start.map_err(refused)?;
        let memory = Executable { start, length };
        // SAFETY: the pages are writable, at least `code.len()` bytes long, and nothing else refers
        // to them yet.
        unsafe { std::ptr::copy_nonoverlapping(code.as_ptr(), start.cast(), code.len()) };
        // SAFETY: the range is exactly the mapping above, and no reference to its contents exists.
        unsafe { mprotect(start, length, MprotectFlags::READ | MprotectFlags::EXEC) }
            .map_err(refused)?;
        Ok(memory)
    }

    /// The function at an offset.
    ///
    /// # Safety
    ///
    /// A function encoded for this processor must start at the offset. It must not be called after
    /// `self` is dropped.
    pub unsafe fn function(&self, offset: usize) -> Function {
        // SAFETY: the caller guarantees that a function starts at the offset, which therefore lies
        // within the pages.
        unsafe { std::mem::transmute(self.start.byte_add(offset)) }
    }

    /// The size of the code in bytes.
    pub fn len(&self) -> usize {
        self.length
    }
}

impl Drop for Executable {
    fn drop(&mut self) {
        // SAFETY: the range is exactly the mapping of `new`, and functions are not called after the
        // drop. A failure would only leave the pages mapped.
        _ = unsafe { munmap(self.start, self.length) };
    }
}
