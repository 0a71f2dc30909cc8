/** Whether a dialog stands over the page. */
export function isDialogOpen(): boolean {
  return document.querySelector('dialog[open], [role="dialog"]') !== null
}
