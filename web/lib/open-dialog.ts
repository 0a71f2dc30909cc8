const anyDialog = 'dialog[open], [role="dialog"]'

/** Whether a sheet of the floor, a window of the office or a panel beside its list is open. */
export function isAnyDialogOpen(): boolean {
  return document.querySelector(anyDialog) !== null
}

/** Marks a panel that stands beside its list: the list goes on hearing scans while the panel is open. */
export const besideListMark = { 'data-beside-list': '' } as const

/** Whether a window of the office is open: no panel beside its list, nor a sheet of the floor, which answers commands. */
export function isWindowOpen(): boolean {
  return document.querySelector('[role="dialog"]:not([data-beside-list] *)') !== null
}

/** Whether a sheet or a window stands in front of the page; a panel beside its list covers nothing. */
export function isPageCovered(): boolean {
  return isWindowOpen() || document.querySelector('dialog[open]') !== null
}

/** The element of a sheet, a window or a panel that has the focus; null where the focus is elsewhere. */
export function focusInDialog(): Element | null {
  const { activeElement } = document
  return activeElement?.closest(anyDialog) == null ? null : activeElement
}
