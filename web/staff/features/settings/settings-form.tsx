import { Button, Text } from '@mantine/core'
import { focusFirstFault } from '#web/staff/ui/form/first-fault.ts'
import { useState, type ReactNode, type SyntheticEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { Permission } from '#domain/access/permission.ts'
import { useCan } from '#web/lib/platform.tsx'
import { UnsavedChangesPrompt } from '#web/staff/ui/form/unsaved-changes-prompt.tsx'
import { ChangePermission } from './change-permission.ts'
import type { Part } from './use-part.ts'
import styles from './settings.module.css'

type SavedPart = Pick<Part<unknown>, 'isChanged' | 'save' | 'isSaving' | 'isSaved'>

/** The fields of a settings page over the bar that saves them; without the permission they can only be read. */
export function SettingsForm(props: {
  readonly parts: readonly SavedPart[]
  /** What the fields are changed with. */
  readonly permission?: Permission
  /** What did not work, above the button. */
  readonly troubles: ReactNode
  /** Told the paths of what is wrong as it is sent. */
  readonly onFaults?: (paths: readonly string[]) => void
  readonly children: ReactNode
}) {
  const { t } = useTranslation('settings')
  const { parts, permission = 'settings.update' } = props
  const mayChange = useCan(permission)
  const [hadNothing, setHadNothing] = useState(false)
  const isUnsaved = parts.some(({ isChanged }) => isChanged)
  const submit = (event: SyntheticEvent<HTMLFormElement>): void => {
    event.preventDefault()
    setHadNothing(!isUnsaved)
    const faults = parts.flatMap((part) => part.save())
    if (faults.length === 0) return
    props.onFaults?.(faults)
    focusFirstFault(event.currentTarget)
  }
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      {!mayChange && <Text c="dimmed">{t(($) => $.form.readOnly)}</Text>}
      <ChangePermission value={permission}>{props.children}</ChangePermission>
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
      <UnsavedChangesPrompt isUnsaved={isUnsaved} />
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
