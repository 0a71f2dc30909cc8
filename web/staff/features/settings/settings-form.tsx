import { Alert, Button, Group, Text } from '@mantine/core'
import { useState, type ReactNode, type SyntheticEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { callErrorText } from '#web/lib/error-text.ts'
import { useCan } from '#web/lib/platform.tsx'
import { ErrorState, RowsSkeleton } from '#web/staff/ui/faces.tsx'
import { LeaveQuestion } from '#web/staff/ui/leave-question.tsx'
import type { Part } from './use-part.ts'
import styles from './settings.module.css'

type SavedPart = Pick<Part<unknown>, 'isChanged' | 'save' | 'isSaving' | 'isSaved'>

/** The fields of a settings page over the bar that saves them; without the permission they can only be read. */
export function SettingsForm(props: {
  readonly parts: readonly SavedPart[]
  /** What did not work, above the button. */
  readonly troubles: ReactNode
  readonly children: ReactNode
}) {
  const { t } = useTranslation('settings')
  const { parts } = props
  const mayChange = useCan('settings.update')
  const [hadNothing, setHadNothing] = useState(false)
  const isUnsaved = parts.some(({ isChanged }) => isChanged)
  const submit = (event: SyntheticEvent<HTMLFormElement>): void => {
    event.preventDefault()
    setHadNothing(!isUnsaved)
    const form = event.currentTarget
    if (parts.map((part) => part.save()).every(Boolean)) return
    requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
  }
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      {!mayChange && <Text c="dimmed">{t(($) => $.form.readOnly)}</Text>}
      {props.children}
      {mayChange && (
        <div className={styles.bar}>
          {props.troubles}
          <div className={styles.save}>
            <Text size="sm" c="dimmed" role="status">
              {isUnsaved
                ? t(($) => $.form.unsaved)
                : hadNothing
                  ? t(($) => $.form.nothing)
                  : parts.some(({ isSaved }) => isSaved) && t(($) => $.form.saved)}
            </Text>
            <Button type="submit" loading={parts.some(({ isSaving }) => isSaving)}>
              {t(($) => $.form.save)}
            </Button>
          </div>
        </div>
      )}
      <LeaveQuestion isUnsaved={isUnsaved} />
    </form>
  )
}

/** Fields under a title. */
export function Section(props: { readonly id: string; readonly title: string; readonly children: ReactNode }) {
  return (
    <section className={styles.section} aria-labelledby={props.id}>
      <h2 id={props.id}>{props.title}</h2>
      {props.children}
    </section>
  )
}

/** Why a part was not saved, and the way out where somebody else was faster. What was typed is still there. */
export function SaveTrouble(props: {
  readonly part: Pick<Part<unknown>, 'saveError' | 'isStale' | 'reload'>
  /** What is said first of a part that is not the whole page. */
  readonly title?: string
}) {
  const { t, i18n } = useTranslation('settings')
  const { saveError, isStale, reload } = props.part
  if (saveError === null) return null
  return (
    <Alert color="red" role="alert" title={props.title}>
      <Group justify="space-between" gap="sm">
        <span>{callErrorText(i18n, saveError) ?? t(($) => $.form.failed)}</span>
        {isStale && (
          <Button variant="default" size="xs" onClick={reload}>
            {t(($) => $.form.reload)}
          </Button>
        )}
      </Group>
    </Alert>
  )
}

/** What stands in the place of fields until there is something to fill in: that it comes, or why it does not. */
export function Unread(props: {
  readonly part: Pick<Part<unknown>, 'readError' | 'retry'>
  readonly title?: string
  readonly text?: string
}) {
  const { i18n } = useTranslation('settings')
  const { readError, retry } = props.part
  if (readError === null) return <RowsSkeleton rows={6} height={64} />
  const reason = callErrorText(i18n, readError)
  const text = [props.text, reason].filter((each) => typeof each === 'string').join(' ')
  return (
    <ErrorState
      {...(props.title !== undefined && { title: props.title })}
      {...(text !== '' && { text })}
      onRetry={retry}
    />
  )
}
