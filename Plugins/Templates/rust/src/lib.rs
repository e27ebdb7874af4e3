//! @NAME@: a delivery plugin for antrain. It adds a line to a file for each reminder.

mod abi;
#[cfg(test)]
mod tests;

use abi::{Host, Key, Notification, Outcome, Pair, Plugin, Text};
use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Write};
use std::os::raw::{c_char, c_void};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

/// Why a call failed, and what the user can do about it.
struct Failure {
    status: i32,
    reason: String,
    remedy: String,
}

impl Failure {
    /// A permanent failure.
    fn refused(reason: impl Into<String>, remedy: impl Into<String>) -> Failure {
        Failure {
            status: abi::REFUSED,
            reason: reason.into(),
            remedy: remedy.into(),
        }
    }

    /// A temporary failure: antrain retries.
    fn passing(path: &Path, error: std::io::Error, remedy: &str) -> Failure {
        Failure {
            status: abi::RETRY,
            reason: format!("{}: {}", path.display(), error),
            remedy: remedy.into(),
        }
    }
}

/// One channel: the file to add a line to for each reminder.
struct Channel {
    path: PathBuf,
}

impl Channel {
    fn new(values: &[(String, String)]) -> Result<Channel, Failure> {
        if let Some((key, _)) = values.iter().find(|(key, _)| key != "path") {
            return Err(Failure::refused(
                format!("unknown key '{}'", key),
                "valid keys: path",
            ));
        }
        let path = values.last().map(|(_, value)| value.as_str()).unwrap_or("");
        if path.is_empty() {
            let remedy = "set it under 'configure' in settings.yaml";
            return Err(Failure::refused(
                "missing value for 'path'",
                remedy,
            ));
        }
        match (path.strip_prefix("~/"), std::env::var_os("HOME")) {
            (Some(rest), Some(home)) => Ok(Channel {
                path: Path::new(&home).join(rest),
            }),
            _ if path.starts_with('/') => Ok(Channel { path: path.into() }),
            _ => Err(Failure::refused(
                format!("not an absolute path: '{}'", path),
                "start it with / or ~/",
            )),
        }
    }

    fn file(&self, creates: bool) -> std::io::Result<File> {
        OpenOptions::new()
            .append(true)
            .create(creates)
            .mode(0o600)
            .open(&self.path)
    }

    fn unusable(&self, error: std::io::Error) -> Failure {
        Failure::passing(
            &self.path,
            error,
            "make it writable, or set 'path' to another file",
        )
    }

    fn probe(&self) -> Result<(), Failure> {
        match self.file(false) {
            // Only a delivery creates the file.
            Err(error) if error.kind() != ErrorKind::NotFound => Err(self.unusable(error)),
            _ => Ok(()),
        }
    }

    fn deliver(&self, title: &str, body: &str) -> Result<(), Failure> {
        let text = if body.is_empty() {
            title.to_string()
        } else {
            format!("{}: {}", title, body)
        };
        let mut line = text.replace(|letter: char| letter < ' ', " ");
        line.push('\n');
        // One write, so that lines of several writers do not mix.
        let mut file = self.file(true).map_err(|error| self.unusable(error))?;
        file.write_all(line.as_bytes()).map_err(|error| {
            Failure::passing(
                &self.path,
                error,
                "free some disk space, or set 'path' to another file",
            )
        })
    }
}

/// Copies text and a NUL into antrain's buffer, truncated if too long.
fn fill(place: &mut [c_char], text: &str) {
    let mut end = text.len().min(place.len() - 1);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    for (to, from) in place.iter_mut().zip(text[..end].bytes().chain([0])) {
        *to = from as c_char;
    }
}

unsafe fn answer(result: Result<(), Failure>, outcome: *mut Outcome) -> i32 {
    match result {
        Ok(()) => abi::OK,
        Err(failure) => {
            fill(&mut (*outcome).reason, &failure.reason);
            fill(&mut (*outcome).remedy, &failure.remedy);
            failure.status
        }
    }
}

unsafe extern "C" fn open(
    _host: *const Host,
    values: *const Pair,
    count: u64,
    instance: *mut *mut c_void,
    outcome: *mut Outcome,
) -> i32 {
    // Without values the pointer may be null, which is invalid for a slice.
    let pairs = if count == 0 {
        &[]
    } else {
        std::slice::from_raw_parts(values, count as usize)
    };
    let values: Vec<_> = pairs
        .iter()
        .map(|pair| (pair.key.copied(), pair.value.copied()))
        .collect();
    let opened =
        Channel::new(&values).map(|channel| *instance = Box::into_raw(Box::new(channel)).cast());
    answer(opened, outcome)
}

unsafe extern "C" fn probe(instance: *mut c_void, outcome: *mut Outcome) -> i32 {
    let channel = &*instance.cast::<Channel>();
    answer(channel.probe(), outcome)
}

unsafe extern "C" fn deliver(
    instance: *mut c_void,
    notification: *const Notification,
    outcome: *mut Outcome,
) -> i32 {
    let channel = &*instance.cast::<Channel>();
    let (title, body) = (
        (*notification).title.copied(),
        (*notification).body.copied(),
    );
    answer(channel.deliver(&title, &body), outcome)
}

unsafe extern "C" fn close(instance: *mut c_void) {
    drop(Box::from_raw(instance.cast::<Channel>()));
}

/// What the user may set under "configure" in settings.yaml.
static KEYS: [Key; 1] = [Key {
    name: Text::new("path"),
    help: Text::new("the file to add a line to for each reminder"),
    default_value: Text::NONE,
    kind: abi::TYPE_PATH,
    flags: abi::KEY_REQUIRED,
}];

static PLUGIN: Plugin = Plugin {
    size: std::mem::size_of::<Plugin>() as u32,
    abi_minor: abi::MINOR,
    name: Text::new("@NAME@"),
    version: Text::new(env!("CARGO_PKG_VERSION")),
    summary: Text::new("Adds a line to a file for each reminder"),
    author: Text::NONE,
    capabilities: abi::CAPABILITY_DELIVER | abi::CAPABILITY_QUIET,
    keys: KEYS.as_ptr(),
    key_count: KEYS.len() as u64,
    open: Some(open),
    probe: Some(probe),
    deliver: Some(deliver),
    cancel: None,
    close: Some(close),
    get_extension: None,
    needs: 0, // only the file that the user names: no network, no programs
    paths: std::ptr::null(),
    path_count: 0,
    sockets: std::ptr::null(),
    socket_count: 0,
};

/// The only function that the library exports.
#[no_mangle]
pub extern "C" fn antrain_plugin_entry_v1(_host: *const Host) -> *const Plugin {
    &PLUGIN
}
