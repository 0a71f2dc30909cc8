import { createSocket } from 'node:dgram'
import { once } from 'node:events'

/** A name server that answers questions for TXT records. */
export interface DnsServer {
  /** Where it listens, as a resolver takes it. */
  readonly address: string
  /** Texts by name; a name that is missing is answered as unknown, a broken one with a failure. */
  readonly records: Map<string, readonly string[] | 'broken'>
  close(): Promise<void>
}

const noSuchName = 3
const serverFailure = 2

/** Starts one on the loopback address. */
export async function startDnsServer(): Promise<DnsServer> {
  const records = new Map<string, readonly string[] | 'broken'>()
  const socket = createSocket('udp4')
  socket.on('message', (question, from) => {
    const { name, end } = readName(question)
    const found = records.get(name)
    const texts = found === undefined || found === 'broken' ? [] : found
    const header = Buffer.alloc(12)
    question.copy(header, 0, 0, 2)
    const failure = found === undefined ? noSuchName : found === 'broken' ? serverFailure : 0
    header.writeUInt16BE(0x8180 | failure, 2)
    header.writeUInt16BE(1, 4)
    header.writeUInt16BE(texts.length, 6)
    socket.send(
      Buffer.concat([header, question.subarray(12, end + 4), ...texts.map(txtRecord)]),
      from.port,
      from.address,
    )
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return {
    address: `127.0.0.1:${socket.address().port}`,
    records,
    close: async () => {
      socket.close()
      await once(socket, 'close')
    },
  }
}

function readName(question: Buffer): { readonly name: string; readonly end: number } {
  const labels: string[] = []
  let at = 12
  for (let length = question[at] ?? 0; length > 0; length = question[at] ?? 0) {
    labels.push(question.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), end: at + 1 }
}

/** One answer: the name by a pointer to the question, type TXT, class IN, a minute, and the text. */
function txtRecord(text: string): Buffer {
  const head = Buffer.from([0xc0, 12, 0, 16, 0, 1, 0, 0, 0, 60, 0, text.length + 1, text.length])
  return Buffer.concat([head, Buffer.from(text, 'latin1')])
}
