import type { MediaSize } from '#domain/document/document-kind.ts'
import type { Http } from '#web/lib/http.ts'
import type { PrintRequest } from '#web/staff/ui/print/use-print.ts'

/** Where the server keeps a paper as PDF. */
export function pdfAddress({ kind, id }: PrintRequest, media: MediaSize): string {
  return `/api/documents/${kind.replaceAll('_', '-')}/${id}.pdf?media=${media}`
}

/** What of a command sheet is wanted: of each part everything, or what is named. */
interface SheetChoice {
  readonly commands: 'all' | readonly string[]
  readonly stockIds: 'all' | readonly string[]
}

/** Where the server keeps the command sheet of a warehouse, or of the user's own place, as PDF. */
export function commandSheetAddress(warehouseId: string | null, { commands, stockIds }: SheetChoice): string {
  const query = new URLSearchParams(warehouseId === null ? {} : { warehouseId })
  if (commands.length === 0) query.set('only', 'stocks')
  else if (commands !== 'all') for (const command of commands) query.append('command[]', command)
  if (stockIds.length === 0) query.set('only', 'commands')
  else if (stockIds !== 'all') for (const stockId of stockIds) query.append('stockId[]', stockId)
  return `/api/documents/command-sheet.pdf?${query}`
}

// A browser lets a press open a tab for about five seconds.
const answerMs = 4000

/** Whether the server has a file, so that no tab is opened for its refusal. */
export async function isDownloadable(http: Http, address: string): Promise<boolean> {
  const signal = AbortSignal.timeout(answerMs)
  try {
    const response = await http.file(address, { redirect: 'error', signal })
    void response.body?.cancel()
    return response.ok && response.headers.get('content-type')?.startsWith('application/pdf') === true
  } catch {
    return false
  }
}

/** Opens a file of the server beside the app; a press of a key or a button allows it. */
export function openInNewTab(address: string): void {
  const link = document.createElement('a')
  link.href = address
  link.target = '_blank'
  link.rel = 'noopener'
  link.click()
}
