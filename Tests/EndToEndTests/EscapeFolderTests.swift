import Foundation
import TestSupport
import Testing

/// Hostile plugins with their own folder: it gives no access to other files, and they cannot fill the disk.
@Suite struct EscapeFolderTests {
    /// With Landlock no plugin can redirect the user's symbolic links. Without it a plugin can, and then does not start again.
    @Test(arguments: EscapeTests.levels)
    func aFolderGivesNoAccessToOtherFiles(level: Int?) throws {
        let home = try EscapeHome()
        try home.folder.write("a/kept", "")
        try home.folder.write("a/b/kept", "")
        // A link that the user made: the plugin can only move it.
        try FileManager.default.createSymbolicLink(
            atPath: home.folder.path + "/a/link",
            withDestinationPath: home.folder.path + "/.ssh"
        )
        let attempts = [
            EscapeAttempt("symlink", "return symlink(H \"/.ssh\", H \"/a/taken\") == 0;"),
            EscapeAttempt("hard link", "return link(H \"/victim\", H \"/a/taken\") == 0;"),
            EscapeAttempt("fifo", "return mknod(H \"/a/taken\", S_IFIFO | 0600, 0) == 0;"),
            EscapeAttempt(
                "socket",
                "struct sockaddr_un x = at(H \"/a/taken\"); return bind(socket(AF_UNIX, SOCK_STREAM, 0), (void *)&x, sizeof x) == 0;"
            ),
            EscapeAttempt("file without a name", "return opens(H \"/a\", O_TMPFILE | O_RDWR);"),
            EscapeAttempt(
                "device",
                "return syscall(SYS_renameat2, AT_FDCWD, H \"/a/kept\", AT_FDCWD, H \"/a/moved\", 4 /* RENAME_WHITEOUT */) == 0;"
            ),
            EscapeAttempt("through the link", from: 1, "return opens(H \"/a/link/id\", O_RDONLY);"),
        ]
        let swap = EscapeAttempt(
            "swap",
            from: 1,
            "return unlink(H \"/a/b/kept\") == 0 && rmdir(H \"/a/b\") == 0 && rename(H \"/a/link\", H \"/a/b\") == 0;"
        )
        try home.install(
            EscapePlugin.source(attempts + [swap], home: home.folder.path),
            values: "folder: [~/a/, ~/a/b/]"
        )
        try home.antrain("plugin allow escape", level: level)
        let all = attempts + [swap]
        let expected = Set(all.filter { EscapeTests.comesThrough($0, level) }.map(\.name))
        #expect(try home.got(level: level, of: all) == expected)
        if !expected.contains("swap") {
            // Whoever created it, for example another program: the link points outside the plugin's folder.
            try? FileManager.default.removeItem(atPath: home.folder.path + "/a/b")
            try FileManager.default.moveItem(atPath: home.folder.path + "/a/link", toPath: home.folder.path + "/a/b")
        }
        let next = try home.antrain("plugin test escape", level: level)
        #expect(
            next.status == 75 && next.errors.contains("contains a symbolic link that you did not choose"),
            "\(next.errors)"
        )
    }

    /// Writes several files, each below the size limit of one, and waits for the guard.
    private func fill(_ folder: String) -> EscapeAttempt {
        EscapeAttempt(
            "fill",
            """
            for (int i = 0; i < 6; i++) {
                char p[200];
                snprintf(p, sizeof p, H "/\(folder)/%d", i);
                int f = open(p, O_WRONLY | O_CREAT, 0600);
                if (f < 0 || posix_fallocate(f, 0, 200 << 20) != 0) return 0;
                close(f);
            }
            for (time_t end = time(NULL) + 20; time(NULL) < end;) { }
            return 1;
            """
        )
    }

    @Test func aFolderHasATotalSizeLimit() throws {
        let home = try EscapeHome()
        try home.install(
            EscapePlugin.source(
                [fill(".local/state/escape")],
                home: home.folder.path,
                paths: ["$XDG_STATE_HOME/escape/"]
            )
        )
        try home.antrain("plugin allow escape", level: nil)
        let run = try home.antrain("plugin test escape", level: nil)
        #expect(run.status == 75 && run.errors.contains("SIGXFSZ"), "\(run.errors)")
        #expect(run.errors.contains("exceeds the plugin's size limit"), "\(run.errors)")
        let next = try home.antrain("plugin test escape", level: nil)
        #expect(next.status == 75 && next.errors.contains("contains more than 512 MiB"), "\(next.errors)")
    }

    /// A plugin that sees by their times which of its folders the guard has read, and moves its files there: the guard stops it while
    /// it counts.
    @Test func filesThatMoveCount() throws {
        let home = try EscapeHome()
        let attempt = EscapeAttempt(
            "move",
            """
            char names[3][256], from[300], to[300], p[310];
            struct stat s, first, last;
            if (chdir(H "/.local/state/escape") != 0 || mkdir("a", 0700) != 0 || mkdir("b", 0700) != 0 || mkdir("c", 0700) != 0) return 0;
            DIR *all = opendir(".");
            int count = 0;
            for (struct dirent *e; count < 3 && (e = readdir(all)) != NULL;)
                if (e->d_name[0] != '.') strcpy(names[count++], e->d_name);
            /* The guard reads this one for a while, between the other two. */
            for (int i = 0; i < 20000; i++) {
                snprintf(p, sizeof p, "%s/%d", names[1], i);
                if (!opens(p, O_WRONLY | O_CREAT)) return 0;
            }
            snprintf(from, sizeof from, "%s/data", names[2]);
            snprintf(to, sizeof to, "%s/data", names[0]);
            if (mkdir(from, 0700) != 0) return 0;
            for (int i = 0; i < 3; i++) {
                snprintf(p, sizeof p, "%s/%d", from, i);
                int f = open(p, O_WRONLY | O_CREAT, 0600);
                if (f < 0 || posix_fallocate(f, 0, 200 << 20) != 0) return 0;
                close(f);
            }
            for (time_t end = time(NULL) + 15; time(NULL) < end;) {
                stat(names[1], &first);
                do stat(names[1], &s); while (s.st_atim.tv_nsec == first.st_atim.tv_nsec && time(NULL) < end);
                stat(names[2], &last);
                rename(from, to);
                do stat(names[2], &s); while (s.st_atim.tv_nsec == last.st_atim.tv_nsec && time(NULL) < end);
                rename(to, from);
                /* Changes the times of the folder between, so that the next reading changes them again. */
                snprintf(p, sizeof p, "%s/0", names[1]);
                unlink(p);
                opens(p, O_WRONLY | O_CREAT);
            }
            return 1;
            """
        )
        try home.install(
            EscapePlugin.source([attempt], home: home.folder.path, paths: ["$XDG_STATE_HOME/escape/"])
        )
        try home.antrain("plugin allow escape", level: nil)
        let run = try home.antrain("plugin test escape", level: nil)
        #expect(run.status == 75 && run.errors.contains("exceeds the plugin's size limit"), "\(run)")
    }

    /// A folder that the user names may already hold more, and may grow by as much.
    @Test func aNamedFolderMayGrow() throws {
        let home = try EscapeHome()
        try home.folder.write("a/kept", "")
        try home.install(
            EscapePlugin.source([fill("a"), .none], home: home.folder.path),
            values: "folder: ~/a/"
        )
        try home.antrain("plugin allow escape", level: nil)
        let run = try home.antrain("plugin test escape", level: nil)
        #expect(run.status == 75 && run.errors.contains("exceeds the plugin's size limit"), "\(run.errors)")
        try home.install(EscapePlugin.source([.none], home: home.folder.path), values: "folder: ~/a/")
        try home.antrain("plugin allow escape", level: nil)
        #expect(try home.antrain("plugin test escape", level: nil).status == 0)
    }

    /// Files that the guard cannot count: in a folder that it cannot list, and below too many folders.
    @Test(
        arguments: EscapeTests.levels,
        [
            "if (mkdir(\"hidden\", 0300) != 0 || !opens(\"hidden/file\", O_WRONLY | O_CREAT)) return 0;",
            "for (int i = 0; i < 200; i++) if (mkdir(\"d\", 0700) != 0 || chdir(\"d\") != 0) return 0;",
        ]
    )
    func filesThatCannotBeCountedExceedTheLimit(level: Int?, hide: String) throws {
        let home = try EscapeHome()
        let code = """
            if (chdir(H "/.local/state/escape") != 0) return 0;
            \(hide)
            for (time_t end = time(NULL) + 20; time(NULL) < end;) { }
            return 1;
            """
        try home.install(
            EscapePlugin.source(
                [EscapeAttempt("hide", code)],
                home: home.folder.path,
                paths: ["$XDG_STATE_HOME/escape/"]
            )
        )
        try home.antrain("plugin allow escape", level: level)
        let run = try home.antrain("plugin test escape", level: level)
        #expect(
            run.status == 75
                && run.errors.contains("contains files that cannot be counted for the plugin's size limit"),
            "\(run)"
        )
        #expect(run.errors.contains("SIGXFSZ"), "\(run.errors)")
        let next = try home.antrain("plugin test escape", level: level)
        #expect(next.status == 75 && next.errors.contains("so its size cannot be limited"), "\(next.errors)")
        _ = try TestSupport.run("/usr/bin/chmod", ["-R", "u+rwX", home.folder.path])
    }

    /// A folder that the user names may contain folders that are not the plugin's business.
    @Test func foldersThatNobodyCanEnterDoNotCount() throws {
        let home = try EscapeHome()
        try home.folder.write("a/closed/file", "")
        try home.own()
        _ = try TestSupport.run("/usr/bin/chmod", ["0", home.folder.path + "/a/closed"])
        let works = EscapeAttempt("write", "return opens(H \"/a/file\", O_WRONLY | O_CREAT);")
        try home.install(EscapePlugin.source([works], home: home.folder.path), values: "folder: ~/a/")
        try home.antrain("plugin allow escape", level: nil)
        #expect(try home.got(level: nil, of: [works]) == ["write"])
        _ = try TestSupport.run("/usr/bin/chmod", ["700", home.folder.path + "/a/closed"])
    }

    /// Files that do not exist yet are protected under other names, too: the plugin would create them.
    @Test(arguments: [".aws/", ".bash_profile", ".config/autostart/", ".config/./autostart/lamp.desktop"])
    func alternativePathsOfMissingFilesAreKnown(path: String) throws {
        let home = try EscapeHome()
        let link = home.folder.path + "/link"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: ".")
        let declared = home.folder.path + "/" + path
        try home.install(EscapePlugin.source([.none], home: home.folder.path, paths: [declared]))
        let allowed = try home.antrain("plugin allow escape", level: nil, ["HOME": link])
        if path == ".aws/" {
            #expect(allowed.status == 69 && allowed.errors.contains("under another name"), "\(allowed.errors)")
        } else {
            #expect(allowed.errors.contains("\(declared), from which programs start"), "\(allowed.errors)")
        }
    }

    /// Alternative paths of a protected file.
    @Test(arguments: [
        ("/proc/self/root/$HOME/.ssh/", "is in /proc, /sys or /dev"), ("~/keys/", "contains a symbolic link"),
        ("~/twin", "under another name"), ("~/.ssh/", "gives access to your SSH keys"),
        ("$XDG_RUNTIME_DIR/", "gives access to"),
    ])
    func alternativePathsDoNotBypassProtection(path: String, problem: String) throws {
        let home = try EscapeHome()
        try home.antrain("program activate push-pull-legs", level: nil)
        let link = home.folder.path + "/keys"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: home.folder.path + "/.ssh")
        try FileManager.default.linkItem(
            atPath: home.folder.path + "/.local/share/antrain/ledger.sqlite",
            toPath: home.folder.path + "/twin"
        )
        let declared = path.replacingOccurrences(of: "$HOME", with: String(home.folder.path.dropFirst()))
        try home.install(EscapePlugin.source([.none], home: home.folder.path, paths: [declared]))
        // A home that ends with a slash is the same home.
        let allowed = try home.antrain("plugin allow escape", level: nil, ["HOME": home.folder.path + "/"])
        #expect(allowed.status == 69 && allowed.errors.contains(problem), "\(allowed.errors)")
    }
}
