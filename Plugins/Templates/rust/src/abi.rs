//! Version 1.3 of antrain_plugin.h: the parts that a delivery plugin needs, with the same order and sizes.

// A plugin uses only some of these.
#![allow(dead_code)]

use std::os::raw::{c_char, c_void};

pub const MINOR: u32 = 3;

pub const OK: i32 = 0;
pub const RETRY: i32 = 1;
pub const REFUSED: i32 = 2;

pub const TYPE_PATH: i32 = 4;
pub const KEY_REQUIRED: u32 = 1;
pub const CAPABILITY_DELIVER: u64 = 1;
pub const CAPABILITY_QUIET: u64 = 1 << 3;

/// UTF-8 with a length, not NUL-terminated.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Text {
    pub data: *const u8,
    pub length: u64,
}

impl Text {
    pub const NONE: Text = Text {
        data: std::ptr::null(),
        length: 0,
    };

    pub const fn new(text: &'static str) -> Text {
        Text {
            data: text.as_ptr(),
            length: text.len() as u64,
        }
    }

    /// A copy that outlives the call.
    ///
    /// # Safety
    /// The text must belong to a call from antrain that has not returned yet.
    pub unsafe fn copied(&self) -> String {
        if self.length == 0 {
            return String::new();
        }
        let bytes = std::slice::from_raw_parts(self.data, self.length as usize);
        String::from_utf8_lossy(bytes).into_owned()
    }
}

#[repr(C)]
pub struct Pair {
    pub key: Text,
    pub value: Text,
}

/// Why a call did not return `OK`. antrain allocates it.
#[repr(C)]
pub struct Outcome {
    pub size: u32,
    pub retry_after_seconds: u32,
    pub reason: [c_char; 512],
    pub remedy: [c_char; 512],
}

#[repr(C)]
pub struct Host {
    pub size: u32,
    pub abi_minor: u32,
    pub terminal_columns: u32,
    pub terminal_flags: u32,
    pub context: *mut c_void,
    pub log: Option<unsafe extern "C" fn(*const Host, i32, Text)>,
    pub print: Option<unsafe extern "C" fn(*const Host, Text)>,
    pub get_extension: Option<unsafe extern "C" fn(*const Host, Text) -> *const c_void>,
    /// Since 1.3.
    pub flags: u32,
    pub reserved: u32,
    pub now: i64,
}

#[repr(C)]
pub struct Notification {
    pub size: u32,
    pub flags: u32,
    pub id: Text,
    pub key: Text,
    pub category: Text,
    pub title: Text,
    pub body: Text,
    pub date: Text,
    pub weekday: Text,
    pub fire_at: Text,
    pub zone: Text,
    pub link: Text,
    pub instant: i64,
    pub late_seconds: i64,
    pub utc_offset_seconds: i64,
    pub items: *const c_void,
    pub item_count: u64,
    pub actions: *const c_void,
    pub action_count: u64,
    pub attributes: *const Pair,
    pub attribute_count: u64,
    /// Since 1.1: read it only if `size` includes it.
    pub expires: i64,
}

#[repr(C)]
pub struct Key {
    pub name: Text,
    pub help: Text,
    pub default_value: Text,
    pub kind: i32,
    pub flags: u32,
}

#[repr(C)]
pub struct Plugin {
    pub size: u32,
    pub abi_minor: u32,
    pub name: Text,
    pub version: Text,
    pub summary: Text,
    pub author: Text,
    pub capabilities: u64,
    pub keys: *const Key,
    pub key_count: u64,
    pub open: Option<
        unsafe extern "C" fn(*const Host, *const Pair, u64, *mut *mut c_void, *mut Outcome) -> i32,
    >,
    pub probe: Option<unsafe extern "C" fn(*mut c_void, *mut Outcome) -> i32>,
    pub deliver:
        Option<unsafe extern "C" fn(*mut c_void, *const Notification, *mut Outcome) -> i32>,
    pub cancel: Option<unsafe extern "C" fn(*mut c_void, Text, *mut Outcome) -> i32>,
    pub close: Option<unsafe extern "C" fn(*mut c_void)>,
    pub get_extension: Option<unsafe extern "C" fn(Text) -> *const c_void>,
    pub needs: u64,
    pub paths: *const Text,
    pub path_count: u64,
    /// Since 1.2.
    pub sockets: *const Text,
    pub socket_count: u64,
}

// The pointers refer to immutable data.
unsafe impl Sync for Key {}
unsafe impl Sync for Plugin {}

#[cfg(test)]
mod tests {
    use super::*;
    use std::mem::{size_of, MaybeUninit};
    use std::ptr::addr_of;

    #[test]
    fn the_structs_are_those_of_the_header() {
        assert_eq!(size_of::<Text>(), 16);
        assert_eq!(size_of::<Outcome>(), 1032);
        assert_eq!(size_of::<Host>(), 64);
        assert_eq!(size_of::<Notification>(), 248);
        assert_eq!(size_of::<Key>(), 56);
        assert_eq!(size_of::<Plugin>(), 184);
        let plugin = MaybeUninit::<Plugin>::uninit();
        let start = plugin.as_ptr();
        let open = unsafe { addr_of!((*start).open) };
        assert_eq!(open as usize - start as usize, 96);
    }
}
