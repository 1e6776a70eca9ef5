//! Memory that holds machine code: written once, then executable and never writable again.

#![allow(unsafe_code)]

use rustix::mm::{MapFlags, MprotectFlags, ProtFlags, mmap_anonymous, mprotect, munmap};
use std::ffi::c_void;

/// A stage of a program: frame, present states, next states.
pub type Function = unsafe extern "sysv64" fn(*mut c_void, *const c_void, *mut c_void);

#[cfg(test)]
thread_local! {
    /// Stands for a system that allows no new code, on this thread.
    pub static REFUSE: std::cell::Cell<bool> = const { std::cell::Cell::new(false) };
}

/// Machine code, freed when dropped.
pub struct Executable {
    start: *mut c_void,
    length: usize,
}

// SAFETY: nothing is written after `new`, so any thread may run the code.
unsafe impl Send for Executable {}
// SAFETY: as above.
unsafe impl Sync for Executable {}

impl Executable {
    /// Copies the code to fresh pages and makes them executable. Fails where the system allows no new code.
    pub fn new(code: &[u8]) -> Result<Executable, String> {
        let refused =
            |error: rustix::io::Errno| format!("the system refuses executable memory: {error}");
        #[cfg(test)]
        if REFUSE.get() {
            return Err(refused(rustix::io::Errno::ACCESS));
        }
        let length = code.len().max(1);
        // SAFETY: fresh anonymous pages at an address of the system's choice.
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
        // SAFETY: the pages are writable, ours alone, and long enough.
        unsafe { std::ptr::copy_nonoverlapping(code.as_ptr(), start.cast(), code.len()) };
        // SAFETY: the range is exactly what was mapped.
        unsafe { mprotect(start, length, MprotectFlags::READ | MprotectFlags::EXEC) }
            .map_err(refused)?;
        Ok(memory)
    }

    /// The function at an offset.
    ///
    /// # Safety
    /// A function that was encoded for this processor must start there, and must not be called after `self` is dropped.
    pub unsafe fn function(&self, offset: usize) -> Function {
        // SAFETY: the caller vouches for the function; the offset lies within the pages.
        unsafe { std::mem::transmute(self.start.byte_add(offset)) }
    }

    /// Bytes of code.
    pub fn len(&self) -> usize {
        self.length
    }
}

impl Drop for Executable {
    fn drop(&mut self) {
        // SAFETY: the range is exactly what was mapped, and nobody uses it any more.
        // A failure leaves the pages mapped, which harms nobody.
        _ = unsafe { munmap(self.start, self.length) };
    }
}
