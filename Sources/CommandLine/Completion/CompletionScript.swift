import ArgumentParser

/// The completion scripts for shells: each calls antrain (see `CompletionRequest`) and passes its reply to the shell.
///
/// The scripts of the argument parser are not used: in them bash expands the candidates like command lines, so a file name could
/// run a command, and they do not support `--option=value`, colons in bash, or files together with other candidates.
package enum CompletionScript {
    private static let option = "--generate-completion-script"

    /// The script that the arguments request; nil if they request none, or the script for an unknown shell.
    package static func text(_ arguments: [String], _ environment: [String: String]) -> String? {
        let name: String?
        switch (arguments.first, arguments.count) {
        case (option, 1): name = environment["SHELL"]?.split(separator: "/").last.map(String.init)
        case (option, 2): name = arguments[1]
        case (let first?, 1) where first.hasPrefix(option + "="): name = String(first.dropFirst(option.count + 1))
        default: return nil
        }
        return switch name.flatMap(CompletionShell.init(rawValue:)) {
        case .some(.bash): bash
        case .some(.zsh): zsh
        case .some(.fish): fish
        default: nil
        }
    }

    private static let bash = #"""
        # Completion of antrain for bash 4.4 and later.

        _antrain() {
            local program=${COMP_WORDS[0]}
            [[ $program != \~/* ]] || program=$HOME/${program:2}
            # The word may be an alias or a function.
            type -P -- "$program" >/dev/null || program=antrain
            local -a reply
            mapfile -t reply < <("$program" ---complete bash "${COMP_LINE:0:COMP_POINT}" "$COMP_WORDBREAKS" 2>/dev/null)
            COMPREPLY=("${reply[@]:1}")
            [[ " ${reply[0]} " != *" files "* ]] || compopt -o filenames 2>/dev/null
            [[ " ${reply[0]} " != *" open "* ]] || compopt -o nospace 2>/dev/null
        }

        complete -o nosort -F _antrain antrain

        """#

    private static let zsh = #"""
        #compdef antrain
        # Completion of antrain for zsh.

        _antrain() {
            local program=${~${(Q)words[1]}} instruction line value
            local -a reply instructions values displays open_values open_displays options
            local -i ret=1

            # The word may be a function.
            whence -p -- "$program" >/dev/null || program=antrain
            reply=("${(@f)$("$program" ---complete zsh "${(@Q)words[1,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null)}")
            instructions=(${=reply[1]})
            for line in "${(@)reply[2,-1]}"; do
                value=${line%%$'\t'*}
                [[ -n $value ]] || continue
                [[ $line == *$'\t'* ]] && line="$value -- ${line#*$'\t'}"
                if [[ $value == *: || -n ${(M)instructions:#open} ]]; then
                    open_values+=("$value")
                    open_displays+=("$line")
                else
                    values+=("$value")
                    displays+=("$line")
                fi
            done
            # One line for each candidate that has a note.
            [[ "${displays[*]}${open_displays[*]}" == *' -- '* ]] && options=(-l)

            [[ -n ${(M)instructions:#attached:*} ]] && compset -P 1 '*='
            if (( $#values )); then
                _wanted -V values expl value compadd $options -d displays -a values && ret=0
            fi
            if (( $#open_values )); then
                _wanted -V values expl value compadd $options -S '' -d open_displays -a open_values && ret=0
            fi
            for instruction in $instructions; do
                case $instruction in
                files:) _files && ret=0 ;;
                files:*) _files -g "*.${${instruction#files:}//,/ *.}" && ret=0 ;;
                folders) _files -/ && ret=0 ;;
                esac
            done
            return ret
        }

        if [[ $funcstack[1] == _antrain ]]; then
            _antrain "$@"
        else
            compdef _antrain antrain
        fi

        """#

    private static let fish = #"""
        # Completion of antrain for fish 3.4 and later.

        function __antrain_complete
            set -l words (commandline -opc)
            set -l current (commandline -ct)
            # What is quoted to the end is completed unquoted, as fish itself does.
            set -l typed (string unescape -- "$current" 2>/dev/null; or string replace -r -- '^([\'"])' '' "$current")
            set -l program (string replace -r -- '^~/' "$HOME/" $words[1])
            # The word may be a function, as aliases are.
            command -q -- $program; or set program antrain
            set -l reply (command $program ---complete fish $words "$typed" 2>/dev/null)
            set -l attached ''
            for instruction in (string split -n -- ' ' "$reply[1]")
                switch $instruction
                    case 'attached:*'
                        set attached (string replace -- 'attached:' '' $instruction)
                end
            end
            if set -q reply[2]
                printf '%s\n' $reply[2..-1]
            end
            for instruction in (string split -n -- ' ' "$reply[1]")
                set -l wanted
                switch $instruction
                    case 'files:'
                        set wanted '.'
                    case 'files:*'
                        set -l extensions (string replace -- 'files:' '' $instruction | string replace -a -- ',' '|')
                        set wanted "^[^\\t]*(?:/|\\.(?:$extensions))(?:\\t|\$)"
                    case folders
                        set wanted '^[^\t]*/(?:\t|$)'
                    case '*'
                        continue
                end
                set -l path (string replace -- "$attached" '' "$current")
                for found in (complete -C "'' $path" | string match -e -r -- $wanted)
                    printf '%s\n' "$attached$found"
                end
            end
        end

        complete -c antrain -f -k -a '(__antrain_complete)'

        """#
}
