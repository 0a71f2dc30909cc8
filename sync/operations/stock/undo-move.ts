import { defineUndo } from '../define-undo.ts'

/** Puts an item back into the stock that it was moved from. */
export const undoMove = defineUndo({
  type: 'undoMove',
  permission: 'item.move',
  undoes: ['moveItem'],
  action: 'undo_move',
})
