import { Button, CloseButton, Input, Select, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { ssoLimits, ssoUserTypes } from '#domain/sso/sso-configuration.schema.ts'
import { isAdminType } from '#domain/organization/user-type.ts'
import type { SsoAnswer } from '#sync/calls/sso.ts'
import { useRowKeys } from '#web/staff/ui/form/use-row-keys.ts'
import { useMayChange } from './change-permission.ts'
import { useProblemText, type Field } from './settings-fields.tsx'
import styles from './settings.module.css'

type Role = SsoAnswer['roles'][number]

/** Which value of the role claim stands for which user type. */
export function RolesField({ field }: { readonly field: Field<readonly Role[]> }) {
  const { t } = useTranslation(['sso', 'organization'])
  const mayChange = useMayChange()
  const problem = useProblemText(field.problem)
  const roles = field.value
  const rows = useRowKeys(roles.length)
  const wrong = field.problem?.path[1]
  const set = (at: number, part: Partial<Role>): void =>
    field.onChange(roles.map((role, index) => (index === at ? { ...role, ...part } : role)))
  const remove = (at: number): void => {
    rows.forget(at)
    field.onChange(roles.filter((_, index) => index !== at))
  }
  return (
    <div className={styles.roles}>
      {roles.map((role, at) => (
        <div key={rows.keys[at]} className={styles.role}>
          <TextInput
            size="md"
            label={t(($) => $.roles.value, { number: at + 1 })}
            autoComplete="off"
            value={role.value}
            readOnly={!mayChange}
            error={wrong === at ? problem : null}
            onChange={(event) => set(at, { value: event.currentTarget.value })}
          />
          <Select
            size="md"
            label={t(($) => $.roles.type, { number: at + 1 })}
            // No role makes an administrator; one that was matched earlier stays visible.
            data={ssoUserTypes
              .filter((type) => !isAdminType(type) || type === role.userType)
              .map((type) => ({
                value: type,
                label: t(($) => $.userTypes[type], { ns: 'organization' }),
              }))}
            value={role.userType}
            readOnly={!mayChange}
            allowDeselect={false}
            onChange={(value) => set(at, { userType: ssoUserTypes.find((type) => type === value) ?? role.userType })}
          />
          {mayChange && (
            <CloseButton
              size="lg"
              className={styles.remove ?? ''}
              aria-label={t(($) => $.roles.remove, { number: at + 1 })}
              onClick={() => remove(at)}
            />
          )}
        </div>
      ))}
      {typeof wrong !== 'number' && problem !== null && <Input.Error size="md">{problem}</Input.Error>}
      {mayChange && roles.length < ssoLimits.roles && (
        <Button
          variant="default"
          className={styles.add ?? ''}
          leftSection={<IconPlus size={20} aria-hidden />}
          onClick={() => field.onChange([...roles, { value: '', userType: 'store_seller' }])}
        >
          {t(($) => $.roles.add)}
        </Button>
      )}
    </div>
  )
}
