import { Group, Stack } from '@mantine/core'
import { useEffect, useRef, type ReactNode, type SyntheticEvent } from 'react'
import { focusFirstFault } from './first-fault.ts'
import { UnsavedChangesPrompt } from './unsaved-changes-prompt.tsx'
import classes from './office-form.module.css'

/**
 * The form of something that the office keeps: its fields, why the last save has failed, and the buttons. While a save
 * is under way nothing is typed, as what is typed then would be lost; leaving asks first, as long as nothing is kept.
 */
export function OfficeForm(props: {
  readonly saving: { readonly isPending: boolean; readonly error: Error | null }
  /** Whether something is typed that the server does not have. */
  readonly isUnsaved: boolean
  readonly onSubmit: (event: SyntheticEvent<HTMLFormElement>) => void
  /** Why a save has failed: beside the button that was pressed. */
  readonly trouble: ReactNode
  readonly buttons: ReactNode
  readonly maw?: number
  readonly gap?: 'md' | 'lg'
  readonly className?: string | undefined
  readonly children: ReactNode
}) {
  const { saving, gap = 'md' } = props
  const form = useRef<HTMLFormElement>(null)
  const trouble = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (saving.error === null || form.current === null) return
    focusFirstFault(form.current, trouble.current)
  }, [saving.error])
  return (
    <form ref={form} onSubmit={props.onSubmit} noValidate className={props.className}>
      <Stack gap={gap} {...(props.maw !== undefined && { maw: props.maw })}>
        <fieldset className={classes.fields} disabled={saving.isPending}>
          <Stack gap={gap}>{props.children}</Stack>
        </fieldset>
        <div ref={trouble} className={classes.trouble} tabIndex={-1}>
          {props.trouble}
        </div>
        <Group gap="sm">{props.buttons}</Group>
      </Stack>
      <UnsavedChangesPrompt isUnsaved={props.isUnsaved} />
    </form>
  )
}
