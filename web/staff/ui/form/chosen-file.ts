import type { MouseEvent } from 'react'
import { CallError } from '#web/lib/http.ts'

/**
 * Empties an input for files before each choice: a browser tells of no change where the same file is chosen again, though
 * it may have been mended since.
 */
export const allowSameFile = {
  onClick: (event: MouseEvent<HTMLInputElement>): void => {
    event.currentTarget.value = ''
  },
}

/** Passes a file that can still be read. One that was saved again since it was chosen cannot, and fails as a lost line does. */
export async function checkReadable(file: Blob): Promise<void> {
  try {
    await file.slice(0, 1).arrayBuffer()
  } catch {
    throw new CallError('refused', { code: 'FILE_CHANGED', status: 0 })
  }
}
