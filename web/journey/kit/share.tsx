import { useState } from 'react'
import { Button } from './button.tsx'

/** Puts a text into the clipboard, and says that it is there. */
export function CopyButton(props: {
  readonly text: string
  readonly label: string
  readonly done: string
  readonly onFailed?: () => void
}) {
  const { text, label, done, onFailed } = props
  const [isDone, setDone] = useState(false)
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text)
      setDone(true)
    } catch {
      onFailed?.()
    }
  }
  return (
    <>
      <Button kind="quiet" onClick={() => void copy()}>
        {isDone ? done : label}
      </Button>
      <span role="status" className="visually-hidden">
        {isDone ? done : ''}
      </span>
    </>
  )
}
