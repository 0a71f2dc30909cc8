/** What a press on does something of its own; a cell of controls says so itself, since a finger may miss them. */
const controls = 'a, button, input, label, select, textarea, summary, [data-controls]'

/**
 * Whether a press is one on a row as a whole: not on a control in it, nor in a menu that a control of it has opened,
 * nor the end of a text being marked.
 */
export function isRowClick({ target }: { readonly target: EventTarget }, row: Element): boolean {
  if (!(target instanceof Element) || !row.contains(target)) return false
  const control = target.closest(controls)
  if (control !== null && row.contains(control)) return false
  return document.getSelection()?.type !== 'Range'
}
