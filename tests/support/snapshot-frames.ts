import { Readable } from 'node:stream'
import { packPages, packValue } from '#api/sync/pack-pages.ts'
import { frameKinds } from '#sync/wire/snapshot-pages.ts'

/** The frames of a snapshot in pages, as the server packs them; `rows` are lines of JSON without their ends. */
export async function snapshotFrames(head: object, rows: readonly string[], tail: object): Promise<Uint8Array[]> {
  const frames = [packValue(frameKinds.head, head)]
  const chunk = Buffer.from(rows.map((row) => `${row}\n`).join(''))
  for await (const page of packPages(Readable.from([chunk]))) frames.push(page)
  return [...frames, packValue(frameKinds.tail, tail)]
}
