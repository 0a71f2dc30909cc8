import { atom } from 'jotai'

/** Counts the changes of the stored cart in this tab, so that what shows it is drawn again. */
export const cartRevisionAtom = atom(0)
