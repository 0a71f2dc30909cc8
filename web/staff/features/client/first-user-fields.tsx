import { ActionIcon, Button, Fieldset, Select, Stack, Text, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { firstUserTypes, mostFirstUsers, type FirstUser } from '#domain/settings/client.schema.ts'
import { defaultText, textLimits } from '#domain/kernel/text-limits.ts'
import formClasses from '#web/staff/ui/form/office-form.module.css'
import { useRowKeys } from '#web/staff/ui/form/use-row-keys.ts'
import type { ClientFieldsProps } from './client-fields.ts'
import classes from './client.module.css'

/** Who is invited as the client is made: they choose a password by mail and make the other users. */
export function FirstUserFields({ draft, set, problem }: ClientFieldsProps) {
  const { t } = useTranslation(['client', 'organization'])
  const { firstUsers: users } = draft
  const rows = useRowKeys(users.length)
  const change = (at: number, part: Partial<FirstUser>): void =>
    set({ firstUsers: users.map((user, each) => (each === at ? { ...user, ...part } : user)) })
  const remove = (at: number): void => {
    rows.forget(at)
    set({ firstUsers: users.filter((_, each) => each !== at) })
  }
  const add = (): void =>
    set({ firstUsers: [...users, { email: '', firstname: '', lastname: '', type: firstUserTypes[0] }] })
  const text = (at: number, field: 'email' | 'firstname' | 'lastname', limit: number) => ({
    label: t(($) => $.firstUsers[field]),
    value: users[at]?.[field] ?? '',
    error: problem(`firstUsers.${at}.${field}`),
    maxLength: limit + 1,
    withAsterisk: true,
    onChange: (event: { readonly currentTarget: { readonly value: string } }) =>
      change(at, { [field]: event.currentTarget.value }),
  })
  return (
    <Fieldset legend={t(($) => $.firstUsers.title)}>
      <Stack gap="md">
        <Text size="sm">{t(($) => $.firstUsers.text)}</Text>
        {users.map(({ type }, at) => (
          <fieldset
            key={rows.keys[at]}
            className={classes.person}
            aria-label={t(($) => $.firstUsers.person, { number: at + 1 })}
          >
            <div className={formClasses.pairs}>
              <TextInput {...text(at, 'firstname', defaultText.max)} autoFocus />
              <TextInput {...text(at, 'lastname', defaultText.max)} />
              <TextInput {...text(at, 'email', textLimits.email)} type="email" inputMode="email" />
              <Select
                label={t(($) => $.firstUsers.type)}
                data={firstUserTypes.map((value) => ({
                  value,
                  label: t(($) => $.userTypes[value], { ns: 'organization' }),
                }))}
                value={type}
                error={problem(`firstUsers.${at}.type`)}
                allowDeselect={false}
                onChange={(value) => change(at, { type: firstUserTypes.find((one) => one === value) ?? type })}
              />
            </div>
            <ActionIcon
              variant="subtle"
              color="red"
              size="xl"
              aria-label={t(($) => $.firstUsers.remove, { number: at + 1 })}
              onClick={() => remove(at)}
            >
              <IconTrash size={20} aria-hidden />
            </ActionIcon>
          </fieldset>
        ))}
        {users.length < mostFirstUsers && (
          <Button
            variant="default"
            leftSection={<IconPlus size={18} aria-hidden />}
            className={classes.addPerson ?? ''}
            onClick={add}
          >
            {t(($) => $.firstUsers.add)}
          </Button>
        )}
      </Stack>
    </Fieldset>
  )
}
