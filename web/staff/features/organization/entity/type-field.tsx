import { Select, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { withType } from './entity-draft.ts'
import type { EntityFieldsProps } from './entity-fields.ts'
import { addedTypes } from './new-entity-type.ts'

/** The type of an entity, which is chosen once (ORG-17, ORG-23). */
export function TypeField({ entity, draft, isAtTop, set, problem }: EntityFieldsProps) {
  const { t } = useTranslation(['entity', 'organization'])
  const types = addedTypes.filter((type) => isAtTop || type !== 'buyer')
  if (entity !== null)
    return <Text fw={600}>{t(($) => $.typeIs, { type: t(($) => $.types[entity.type], { ns: 'organization' }) })}</Text>
  const about = addedTypes.find((type) => type === draft.type)
  return (
    <div>
      <Select
        label={t(($) => $.type)}
        description={t(($) => $.typeHint)}
        withAsterisk
        autoFocus
        maw={420}
        data={types.map((value) => ({ value, label: t(($) => $.types[value], { ns: 'organization' }) }))}
        value={draft.type}
        error={problem('type')}
        allowDeselect={false}
        onChange={(value) => {
          const type = types.find((one) => one === value)
          if (type !== undefined && type !== draft.type) set(withType(draft, type))
        }}
      />
      <Text c="dimmed" size="sm" mt="xs">
        {about === undefined ? t(($) => $.typeFirst) : t(($) => $.about[about])}
      </Text>
    </div>
  )
}
