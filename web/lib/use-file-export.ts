import type { workbookType } from '#domain/kernel/workbook-type.ts'
import { useRef, useState } from 'react'
import { useHttp } from './platform.tsx'

/** An export on its way: rows that have come, or that it failed. */
export interface FileExport {
  readonly done: number | null
  readonly hasFailed: boolean
  readonly run: (address: string, fileName: string) => Promise<void>
  readonly stop: () => void
}

/** Fetches an address as a file of this type and counts its rows while they come; it can be stopped at any time. */
export function useFileExport(
  type: 'text/csv' | 'application/pdf' | 'application/xml' | 'application/octet-stream' | typeof workbookType,
): FileExport {
  const http = useHttp()
  const [done, setDone] = useState<number | null>(null)
  const [hasFailed, setFailed] = useState(false)
  const running = useRef<AbortController | null>(null)
  const run: FileExport['run'] = async (address, fileName) => {
    if (running.current !== null) return
    const controller = new AbortController()
    running.current = controller
    setFailed(false)
    setDone(0)
    try {
      const response = await http.file(address, { signal: controller.signal })
      const isExpected = response.headers.get('content-type')?.startsWith(type) === true
      if (!response.ok || !isExpected || response.body === null) throw new Error('no export')
      saveFile(await readRows(response.body, setDone), type, fileName)
    } catch {
      setFailed(!controller.signal.aborted)
    } finally {
      running.current = null
      setDone(null)
    }
  }
  return { done, hasFailed, run, stop: () => running.current?.abort() }
}

const lineFeed = 10

async function readRows(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  count: (rows: number) => void,
): Promise<readonly Uint8Array<ArrayBuffer>[]> {
  const parts: Uint8Array<ArrayBuffer>[] = []
  const reader = body.getReader()
  // The first line is the head.
  let rows = -1
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    parts.push(part.value)
    for (const byte of part.value) if (byte === lineFeed) rows += 1
    count(Math.max(0, rows))
  }
  return parts
}

/** Gives what was made here as a file. */
export function saveFile(parts: readonly BlobPart[], type: string, fileName: string): void {
  const url = URL.createObjectURL(new Blob([...parts], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  // The browser has read it by the next task at the latest.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
