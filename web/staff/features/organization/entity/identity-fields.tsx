import { Fieldset, Select, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { entityLimits } from '#domain/organization/entity.schema.ts'
import { entityStatuses } from '#domain/organization/entity.ts'
import formClasses from '#web/staff/ui/form/office-form.module.css'
import { hintBelow, useTextField, type EntityFieldsProps } from './entity-fields.ts'

/** Who an entity is (ORG-15, ORG-18, ORG-20). A new one is active, and the head office always. */
export function IdentityFields(props: EntityFieldsProps) {
  const { t } = useTranslation(['entity', 'organization'])
  const { entity, draft, set, problem } = props
  const text = useTextField(props)
  // Transfer orders name the buyer.
  const isBuyer = draft.type === 'buyer'
  return (
    <Fieldset legend={t(($) => $.identity)}>
      <div className={formClasses.pairs}>
        <TextInput {...text('commonName', entityLimits.name.max)} id="field-commonName" withAsterisk />
        {entity !== null && entity.type !== 'root_management_unit' && (
          <Select
            label={t(($) => $.field.status)}
            data={entityStatuses.map((value) => ({
              value,
              label: t(($) => $.activity[value], { ns: 'organization' }),
            }))}
            value={draft.status}
            error={problem('status')}
            allowDeselect={false}
            onChange={(value) => {
              const status = entityStatuses.find((one) => one === value)
              if (status !== undefined) set({ ...draft, status })
            }}
          />
        )}
        <TextInput {...text('corporateName', entityLimits.name.max)} />
        <TextInput
          {...text('externalId', entityLimits.externalId)}
          description={t(($) => $.hint.externalId)}
          inputWrapperOrder={hintBelow}
        />
        <TextInput
          {...text('siret', 2 * entityLimits.siret)}
          id="field-siret"
          description={isBuyer ? t(($) => $.hint.siretOfBuyer) : t(($) => $.hint.siret)}
          inputWrapperOrder={hintBelow}
        />
        <TextInput
          {...text('capital', entityLimits.capital)}
          id="field-capital"
          {...(isBuyer && { description: t(($) => $.hint.capitalOfBuyer), inputWrapperOrder: hintBelow })}
        />
      </div>
    </Fieldset>
  )
}
