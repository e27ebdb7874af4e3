//! Calls the plugin as antrain does.

use super::*;
use std::ffi::CStr;
use std::mem::MaybeUninit;

/// A folder that is removed after the test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("@NAME@-{}-{}", std::process::id(), name));
        std::fs::create_dir(&path).unwrap();
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn text(content: &str) -> Text {
    Text {
        data: content.as_ptr(),
        length: content.len() as u64,
    }
}

fn blank<Value>() -> Value {
    // Zero is valid for every member: numbers, pointers and optional functions.
    unsafe { MaybeUninit::zeroed().assume_init() }
}

fn plugin() -> &'static Plugin {
    unsafe { &*antrain_plugin_entry_v1(std::ptr::null()) }
}

fn message(buffer: &[c_char]) -> String {
    unsafe { CStr::from_ptr(buffer.as_ptr()) }
        .to_str()
        .unwrap()
        .into()
}

fn open_with(values: &[(&str, &str)]) -> (i32, *mut c_void, Outcome) {
    let pairs: Vec<_> = values
        .iter()
        .map(|(key, value)| Pair {
            key: text(key),
            value: text(value),
        })
        .collect();
    let (mut instance, mut outcome) = (std::ptr::null_mut(), blank());
    let open = plugin().open.unwrap();
    let status = unsafe {
        open(
            std::ptr::null(),
            pairs.as_ptr(),
            pairs.len() as u64,
            &mut instance,
            &mut outcome,
        )
    };
    (status, instance, outcome)
}

#[test]
fn delivers_a_reminder() {
    let folder = Folder::new("delivers");
    let path = folder.0.join("reminders.txt");
    let (status, instance, mut outcome) = open_with(&[("path", path.to_str().unwrap())]);
    assert_eq!(status, abi::OK);
    let workout = Notification {
        title: text("Workout Time!"),
        body: text("Today:\nPush Day"),
        ..blank()
    };
    let water = Notification {
        title: text("Water"),
        ..blank()
    };
    unsafe {
        assert_eq!(plugin().probe.unwrap()(instance, &mut outcome), abi::OK);
        assert_eq!(
            plugin().deliver.unwrap()(instance, &workout, &mut outcome),
            abi::OK
        );
        assert_eq!(
            plugin().deliver.unwrap()(instance, &water, &mut outcome),
            abi::OK
        );
        plugin().close.unwrap()(instance);
    }
    assert_eq!(
        std::fs::read_to_string(path).unwrap(),
        "Workout Time!: Today: Push Day\nWater\n"
    );
}

#[test]
fn refuses_invalid_values() {
    let cases: [(&[(&str, &str)], &str); 3] = [
        (&[], "missing value for 'path'"),
        (
            &[("path", "/tmp/x"), ("colour", "red")],
            "unknown key 'colour'",
        ),
        (&[("path", "reminders.txt")], "not an absolute path"),
    ];
    for (values, reason) in cases {
        let (status, _, outcome) = open_with(values);
        assert_eq!(status, abi::REFUSED);
        assert!(message(&outcome.reason).contains(reason));
        assert!(!message(&outcome.remedy).is_empty());
    }
}

#[test]
fn reports_a_temporary_failure() {
    let folder = Folder::new("passes");
    let (status, instance, mut outcome) = open_with(&[("path", folder.0.to_str().unwrap())]);
    assert_eq!(status, abi::OK);
    unsafe {
        assert_eq!(plugin().probe.unwrap()(instance, &mut outcome), abi::RETRY);
        plugin().close.unwrap()(instance);
    }
    assert!(message(&outcome.reason).contains(folder.0.to_str().unwrap()));
}

#[test]
fn truncates_a_long_reason_between_characters() {
    let mut buffer = [1; 6];
    fill(&mut buffer, "größer");
    assert_eq!(message(&buffer), "grö");
    fill(&mut buffer, "ok");
    assert_eq!(message(&buffer), "ok");
}
