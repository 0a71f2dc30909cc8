import { Checkbox, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { demandableTypes, secondFactorTypes, type DemandableType } from '#domain/access/second-factor.ts'
import { QueryPlaceholder } from '#web/staff/ui/query-placeholder.tsx'
import { useMayChange } from './change-permission.ts'
import { SessionLimits } from './session-limits.tsx'
import { Section } from './settings-form.tsx'
import type { Part } from './use-part.ts'
import type { SignInValues } from './use-settings-parts.ts'

/** Of whom the account demands a second factor, and when sessions end. */
export function SignInSection({ part }: { readonly part: Part<SignInValues> }) {
  const { t } = useTranslation('settings')
  return (
    <Section id="settings-sign-in" title={t(($) => $.signIn.title)}>
      {part.values === null ? (
        <QueryPlaceholder error={part.readError} onRetry={part.retry} />
      ) : (
        <>
          <DemandedTypes
            value={part.values.secondFactorTypes}
            onChange={(types) => part.set({ secondFactorTypes: types })}
          />
          <SessionLimits value={part.values} onChange={part.set} />
        </>
      )}
    </Section>
  )
}

function DemandedTypes(props: {
  readonly value: readonly DemandableType[]
  readonly onChange: (types: DemandableType[]) => void
}) {
  const { t } = useTranslation('settings')
  const types = useTranslation('organization')
  const mayChange = useMayChange()
  const group = (name: keyof typeof secondFactorTypes, label: string, description: string) => {
    const own: readonly DemandableType[] = secondFactorTypes[name]
    return (
      <Checkbox.Group
        size="md"
        label={label}
        description={description}
        value={props.value.filter((type) => own.includes(type))}
        onChange={(chosen) =>
          props.onChange(
            demandableTypes.filter((type) => (own.includes(type) ? chosen.includes(type) : props.value.includes(type))),
          )
        }
      >
        <Stack gap="sm" mt="xs">
          {own.map((type) => (
            <Checkbox
              key={type}
              size="md"
              value={type}
              label={types.t(($) => $.userTypes[type])}
              disabled={!mayChange}
            />
          ))}
        </Stack>
      </Checkbox.Group>
    )
  }
  return (
    <>
      {group(
        'office',
        t(($) => $.signIn.office),
        t(($) => $.signIn.demandedHint),
      )}
      {group(
        'floor',
        t(($) => $.signIn.floor),
        t(($) => $.signIn.floorHint),
      )}
    </>
  )
}
