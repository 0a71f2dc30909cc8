import { Button, Fieldset, Select, Switch, Text, TextInput } from '@mantine/core'
import { useState, type SyntheticEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { languages } from '#domain/kernel/languages.ts'
import type { StaffType } from '#domain/organization/user-rules.ts'
import { newUserSchema, type NewUser } from '#domain/organization/user.schema.ts'
import { textLimits } from '#domain/kernel/text-limits.ts'
import { userStatuses } from '#domain/organization/user-type.ts'
import type { UserDetail } from '#sync/calls/user.ts'
import { useCan } from '#web/lib/platform.tsx'
import { SaveError } from '#web/staff/ui/form/save-error.tsx'
import { ConfirmModal, type ModalData } from '#web/staff/ui/confirm-modal.tsx'
import { faultText } from '#web/staff/ui/form/field-fault.ts'
import { focusFirstFault } from '#web/staff/ui/form/first-fault.ts'
import { languageName } from '#web/staff/ui/form/language-name.ts'
import { OfficeForm } from '#web/staff/ui/form/office-form.tsx'
import { ButtonLink } from '#web/staff/ui/router-link.tsx'
import formClasses from '#web/staff/ui/form/office-form.module.css'
import { Codes } from './codes.tsx'
import { Invitation } from './invitation.tsx'
import { ModuleRows } from './module-rows.tsx'
import { useSaveUser } from './use-save-user.ts'
import type { Workplace } from './user-calls.ts'
import { draftOf, faultPlace, newPost, readDraft, type UserFaults } from './user-draft.ts'
import type { UserPlace, WayBack } from './user-place.ts'

const noFaults: UserFaults = new Map()

/** The form of a user: person, status and modules (ORG-32, ORG-35 to ORG-39). Without the right it can only be read. */
export function UserForm(props: {
  readonly place: UserPlace
  readonly user: UserDetail | null
  /** The role that a new user begins with, if any. */
  readonly newType: StaffType | null
  readonly assignable: readonly StaffType[]
  readonly workplaces: readonly Workplace[]
  readonly mayWrite: boolean
  /** Whether the user is the one who is signed in, whose roles and status only another user may change. */
  readonly isOwn: boolean
  /** Where the form leads once it is done with. */
  readonly back: WayBack
  readonly onReload: () => void
}) {
  const { place, user, isOwn, back } = props
  const { t, i18n } = useTranslation(['user', 'common'])
  const [began] = useState(() => draftOf(user, props.newType === null ? null : newPost(props.newType, props)))
  const [draft, setDraft] = useState(began)
  const [faults, setFaults] = useState(noFaults)
  const [modal, setModal] = useState<ModalData | null>(null)
  const saving = useSaveUser(user, { place, back }, (field, code) =>
    setFaults(new Map([[faultPlace(draft, field), code]])),
  )

  const reach = props.mayWrite ? (user?.reach ?? 'all') : 'none'
  const isPersonFixed = reach !== 'all'
  const fault = (path: string): string | null => {
    const code = faults.get(path)
    if (code === undefined) return null
    return faultText(i18n, code, { schema: newUserSchema, path: [path] }) ?? t(($) => $.form.invalid)
  }
  const set = (part: Partial<typeof draft>): void => {
    setDraft((before) => ({ ...before, ...part }))
    const isOld = (path: string) => (part.posts === undefined ? path in part : /^(\d|modules)/.test(path))
    setFaults((before) => new Map([...before].filter(([path]) => !isOld(path))))
  }
  const send = (next: NewUser): void => {
    if (user?.status !== 'active' || next.status === 'active') return saving.mutate(next)
    setModal({
      title: t(($) => $.rest.title, { name: `${user.firstname} ${user.lastname}` }),
      content: `${t(($) => $.rest.text)} ${user.openDevices > 0 ? t(($) => $.rest.devices, { count: user.openDevices }) : ''}`,
      confirmLabel: t(($) => $.rest.confirm),
      destructive: true,
      confirm: () => saving.mutate(next),
    })
  }
  const submit = (event: SyntheticEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const read = readDraft(draft)
    setFaults(read.user === null ? read.faults : noFaults)
    if (read.user !== null) return send(read.user)
    focusFirstFault(event.currentTarget)
  }
  const text = (field: 'email' | 'firstname' | 'lastname') => ({
    label: t(($) => $.form[field]),
    withAsterisk: true,
    disabled: isPersonFixed,
    value: draft[field],
    error: fault(field),
    maxLength: (field === 'email' ? textLimits.email : textLimits.name) + 1,
    onChange: (event: { readonly currentTarget: { readonly value: string } }) =>
      set({ [field]: event.currentTarget.value }),
  })
  const mayForce = useCan('user.force_sso')
  return (
    <>
      <OfficeForm
        maw={880}
        gap="lg"
        saving={saving}
        isUnsaved={draft !== began}
        onSubmit={submit}
        trouble={
          <SaveError
            error={saving.error}
            title={t(($) => (user === null ? $.form.createFailed : $.form.updateFailed))}
            onReload={props.onReload}
          />
        }
        buttons={
          <>
            {reach !== 'none' && (
              <Button type="submit" loading={saving.isPending}>
                {user === null ? t(($) => $.form.submit) : t(($) => $.form.save)}
              </Button>
            )}
            <ButtonLink to={back} variant="default">
              {reach === 'none' ? t(($) => $.form.back) : t(($) => $.action.cancel, { ns: 'common' })}
            </ButtonLink>
          </>
        }
      >
        {reach === 'none' && <Text c="dimmed">{t(($) => (props.mayWrite ? $.form.outOfReach : $.form.readOnly))}</Text>}
        {reach === 'modules' && <Text c="dimmed">{t(($) => $.form.modulesOnly)}</Text>}
        {isOwn && reach !== 'none' && <Text c="dimmed">{t(($) => $.form.own)}</Text>}
        {user !== null && user.awaitsPassword && reach !== 'none' && <Invitation place={place} user={user} />}
        {user !== null && <Codes place={place} user={user} mayReset={reach === 'all' && !isOwn} />}
        <Fieldset legend={t(($) => $.form.person)}>
          <div className={formClasses.pairs}>
            <TextInput {...text('firstname')} autoComplete="off" autoFocus={user === null} />
            <TextInput {...text('lastname')} autoComplete="off" />
            <TextInput {...text('email')} type="email" inputMode="email" autoComplete="off" />
            <Select
              label={t(($) => $.form.language)}
              data={[
                { value: '', label: t(($) => $.form.accountLanguage) },
                ...languages.map((value) => ({ value: value as string, label: languageName(value) })),
              ]}
              value={draft.language ?? ''}
              error={fault('language')}
              allowDeselect={false}
              disabled={isPersonFixed}
              onChange={(value) => set({ language: languages.find((one) => one === value) ?? null })}
            />
          </div>
        </Fieldset>
        <Fieldset legend={t(($) => $.form.access)}>
          <div className={formClasses.pairs}>
            <Select
              label={t(($) => $.form.status)}
              data={userStatuses.map((value) => ({ value, label: t(($) => $.status[value]) }))}
              value={draft.status}
              error={fault('status')}
              allowDeselect={false}
              disabled={isPersonFixed || isOwn}
              onChange={(value) => set({ status: userStatuses.find((one) => one === value) ?? draft.status })}
            />
            {(mayForce || draft.forceConnectionBySso) && (
              <Switch
                label={t(($) => $.form.forceSso)}
                description={t(($) => $.form.forceSsoHint)}
                checked={draft.forceConnectionBySso}
                error={fault('forceConnectionBySso')}
                disabled={isPersonFixed || !mayForce}
                onChange={(event) => set({ forceConnectionBySso: event.currentTarget.checked })}
              />
            )}
          </div>
        </Fieldset>
        <ModuleRows
          posts={draft.posts}
          began={began.posts}
          workplaces={props.workplaces}
          assignable={props.assignable}
          isReadOnly={reach === 'none' || isOwn}
          fault={fault}
          onChange={(posts) => set({ posts })}
        />
      </OfficeForm>
      <ConfirmModal data={modal} onClose={() => setModal(null)} />
    </>
  )
}
