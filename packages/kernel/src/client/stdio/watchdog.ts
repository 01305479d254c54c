import { type ChildProcess, spawn } from 'node:child_process';
import { LIMIT_PREFIX } from './limit-mark.js';
import { HOST_MARK, MARK_VARIABLE } from './strays.js';

/**
 * Nothing in a process can act on its own SIGKILL, so one tiny shell per host waits for it: the host holds the other end
 * of its stdin and names the process groups it has started. However the host ends, the pipe ends with it, and the shell
 * takes down the groups that are still named. It costs one process per host, started with the first stdio server, and
 * nothing per call; servers get half a second to leave by themselves, because their own stdin ended as well. What left
 * its group is found by the marks in its environment and among its limits; the shell itself has the latter too.
 */
const SCRIPT = `
trap '' HUP INT TERM
groups=' '
while read -r op id; do
  case $op in
    +) groups="$groups$id " ;;
    -) case $groups in *" $id "*) groups="\${groups%%" $id "*} \${groups#*" $id "}" ;; esac ;;
  esac
done
send() { for g in $groups; do kill -s "$1" -- "-$g" 2>/dev/null; done; }
left() { for g in $groups; do kill -s 0 -- "-$g" 2>/dev/null && return 0; done; return 1; }
[ "$groups" = ' ' ] && exit 0
sleep 0.5
send TERM
for i in 1 2 3 4 5 6 7 8 9 10; do left || break; sleep 0.1; done
send KILL
strays() {
  grep -ls "${MARK_VARIABLE}=$1[.]" /proc/[0-9]*/environ 2>/dev/null
  grep -lsE "^Max file locks +$2[0-9]{4} " /proc/[0-9]*/limits 2>/dev/null
}
for e in $(strays "$1" "$2"); do
  p=\${e#/proc/}
  p=\${p%/*}
  [ "$p" = "$$" ] || kill -s KILL "$p" 2>/dev/null
done
`;

let watchdog: ChildProcess | undefined;
const guarded = new Set<number>();

/** Takes the group down when this process ends, however it ends; the returned function lifts that again. */
export function guardGroup(groupId: number, platform = process.platform): () => void {
  // No shell there: servers of a host that is killed end by themselves when they see the end of their stdin.
  if (platform === 'win32') return () => undefined;
  guarded.add(groupId);
  if (watchdog === undefined) watchdog = startWatchdog();
  else tell(`+ ${groupId}`);
  return () => {
    if (guarded.delete(groupId)) tell(`- ${groupId}`);
  };
}

function tell(line: string): void {
  watchdog?.stdin?.write(`${line}\n`);
}

function startWatchdog(): ChildProcess {
  // Its own session: a Ctrl-C or a kill of the host's whole group must not reach it.
  const child = spawn('/bin/sh', ['-c', SCRIPT, 'watchdog', HOST_MARK, String(LIMIT_PREFIX)], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    cwd: '/',
  });
  child.unref();
  (child.stdin as { unref?: () => void }).unref?.();
  const forget = (): void => {
    if (watchdog === child) watchdog = undefined;
  };
  child.on('error', forget).on('exit', forget);
  child.stdin.on('error', forget);
  child.stdin.write([...guarded].map((groupId) => `+ ${groupId}\n`).join(''));
  return child;
}
