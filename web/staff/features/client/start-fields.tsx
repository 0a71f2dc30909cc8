import { Fieldset, Radio, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useHttp } from '#web/lib/platform.tsx'
import { useOnlyChoice } from '#web/staff/ui/form/only-choice.ts'
import { TruncatedSelect } from '#web/staff/ui/form/truncated-select.tsx'
import { sourcesQuery } from './client-calls.ts'
import { startChoices } from './client-draft.ts'
import type { ClientFieldsProps } from './client-fields.ts'

/** What a new client begins with: nothing but its circuits, a sector's catalog, or what another client has. */
export function StartFields({ draft, set, problem }: ClientFieldsProps) {
  const { t } = useTranslation(['client', 'common'])
  const { start } = draft
  const isCopy = start.choice === 'client'
  const sources = useQuery({ ...sourcesQuery(useHttp()), enabled: isCopy })
  const isOpen = isCopy && start.accountId === ''
  useOnlyChoice(sources.data, isOpen, (accountId) => set({ start: { ...start, accountId } }))
  return (
    <Fieldset legend={t(($) => $.start.title)}>
      <Stack gap="md">
        <Radio.Group
          aria-label={t(($) => $.start.title)}
          description={t(($) => $.start.text)}
          value={start.choice}
          onChange={(value) =>
            set({ start: { ...start, choice: startChoices.find((one) => one === value) ?? start.choice } })
          }
        >
          <Stack gap="sm" mt="sm">
            {startChoices.map((one) => (
              <Radio
                key={one}
                value={one}
                label={t(($) => $.start.choices[one])}
                description={t(($) => $.start.texts[one])}
              />
            ))}
          </Stack>
        </Radio.Group>
        {isCopy && (
          <TruncatedSelect
            label={t(($) => $.start.source)}
            withAsterisk
            data={sources.data ?? []}
            value={start.accountId === '' ? null : start.accountId}
            error={problem('start') ?? (sources.isError && t(($) => $.filter.notRead, { ns: 'common' }))}
            searchable
            onChange={(accountId) => set({ start: { ...start, accountId: accountId ?? '' } })}
          />
        )}
      </Stack>
    </Fieldset>
  )
}
