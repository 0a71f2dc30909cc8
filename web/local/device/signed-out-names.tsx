import { useMemo, useSyncExternalStore, type ReactNode } from 'react'
import { SignedOutNamesContext } from '#web/lib/reason-text.ts'
import { useEngine } from '#web/local/engine/engine-context.tsx'

/** Tells the reasons of refusals who has signed out with work that this device has not sent. */
export function SignedOutNamesProvider({ children }: { readonly children: ReactNode }) {
  const { subscribe, status } = useEngine()
  // What a restore asks for again has no name until its author is back: with one of these no name is the right one.
  const signedOut = () => {
    const all = status().signedOut.map(({ name }) => name)
    return all.includes('') ? [] : all
  }
  // As one text, so that nothing is drawn again while the names stay.
  const text = useSyncExternalStore(subscribe, () => signedOut().join('\n'))
  const names = useMemo(() => (text === '' ? [] : text.split('\n')), [text])
  return <SignedOutNamesContext value={names}>{children}</SignedOutNamesContext>
}
