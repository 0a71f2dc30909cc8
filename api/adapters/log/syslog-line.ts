/** What a syslog message says of its sender (RFC 5424). */
export interface SyslogSender {
  readonly hostname: string
  readonly processId: number
}

/** Facility local0, which is the installation's own. */
const facility = 16
const severities: readonly (readonly [fromLevel: number, severity: number])[] = [
  [60, 2],
  [50, 3],
  [40, 4],
  [30, 6],
]
const debug = 7

/**
 * A line of the log as a message of RFC 5424 in a frame of RFC 5425 (its length in octets before it). The line itself is
 * the message, all of it in ASCII, so that it needs no mark of its encoding and stays what JSON readers expect.
 */
export function syslogFrame(line: string, { hostname, processId }: SyslogSender): Buffer {
  const { level, time } = partsOf(line)
  const severity = severities.find(([from]) => level >= from)?.[1] ?? debug
  const name = hostname.replace(/[^\x21-\x7e]/g, '').slice(0, 255) || '-'
  const head = `<${facility * 8 + severity}>1 ${new Date(time).toISOString()} ${name} reprise ${processId} - -`
  const message = `${head} ${line.trimEnd().replace(/[^\x00-\x7f]/g, escaped)}`
  return Buffer.from(`${message.length} ${message}`, 'ascii')
}

function partsOf(line: string): { readonly level: number; readonly time: number } {
  const [, level, time] = /^\{"level":(\d{1,3}),"time":(\d{1,15})[,}]/.exec(line) ?? []
  return { level: Number(level ?? 30), time: time === undefined ? Date.now() : Number(time) }
}

function escaped(unit: string): string {
  return [...unit]
    .flatMap((sign) => sign.split(''))
    .map((each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('')
}
