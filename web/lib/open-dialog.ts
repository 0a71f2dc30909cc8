/** Whether a dialog stands over the page. */
export function isDialogOpen(): boolean {
  return document.querySelector('dialog[open], [role="dialog"]') !== null
}

/** Marks a panel that stands beside its list: the list goes on hearing scans while the panel is open. */
export const besideListMark = { 'data-beside-list': '' } as const

/** Whether a window of the office stands over the page; the sheets of the floor answer commands themselves. */
export function isWindowOpen(): boolean {
  return document.querySelector('[role="dialog"]:not([data-beside-list] *)') !== null
}

/** Whether what is scanned is not for the list: a dialog stands over it, or a field of its panel has the focus. */
export function isListCovered(): boolean {
  const isAside = document.activeElement?.matches('[data-beside-list] :is(input, textarea)') === true
  return isAside || isWindowOpen() || document.querySelector('dialog[open]') !== null
}
