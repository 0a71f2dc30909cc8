import { useState } from 'react'
import { codeField } from '#web/lib/code-field.ts'
import arrange from './floor-arrange.module.css'
import { FloorInput } from './floor-field.tsx'
import words from './floor-text.module.css'

/** Asks to type the code of a product. */
export function CodeForm(props: {
  /** Names the form for its button, which stands at the bottom of the screen. */
  readonly id: string
  readonly label: string
  readonly size: 'middle' | 'code'
  readonly isNumeric?: boolean
  /** Why the code last sent is none. */
  readonly problem?: string | null
  /** Id of the text that says so, where it stands elsewhere on the screen. */
  readonly problemId?: string | undefined
  /** Called with the characters as they were typed. */
  readonly onCode: (typed: string) => void
}) {
  const { id, problem = null } = props
  const [typed, setTyped] = useState('')
  const problemId = problem === null ? props.problemId : `${id}-problem`
  return (
    <form
      id={id}
      className={arrange.stack}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        props.onCode(typed)
      }}
    >
      <FloorInput
        {...codeField}
        label={props.label}
        size={props.size}
        value={typed}
        inputMode={props.isNumeric === true ? 'numeric' : 'text'}
        enterKeyHint="search"
        maxLength={40}
        aria-invalid={problemId !== undefined}
        aria-describedby={problemId}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {problem !== null && (
        <p id={problemId} className={words.error} role="alert">
          {problem}
        </p>
      )}
    </form>
  )
}
