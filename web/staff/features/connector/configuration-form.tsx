import { Alert, Button, Fieldset, Stack, Switch, TextInput } from '@mantine/core'
import { useState, type SyntheticEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { configurationName } from '#domain/connector/connector-configuration.schema.ts'
import type { Connector } from '#domain/connector/connector.ts'
import type { PropertyValue } from '#domain/connector/connector-property.ts'
import type { ConfigurationAnswer, ReadConnectorAnswer } from '#sync/calls/connector.ts'
import { codeText } from '#web/lib/error-text.ts'
import { SaveError } from '#web/staff/ui/form/save-error.tsx'
import { faultText } from '#web/staff/ui/form/field-fault.ts'
import { focusFirstFault } from '#web/staff/ui/form/first-fault.ts'
import { OfficeForm } from '#web/staff/ui/form/office-form.tsx'
import { ButtonLink } from '#web/staff/ui/router-link.tsx'
import {
  draftOf,
  faultsOf,
  isTouched,
  keptSecrets,
  noFaults,
  type ConfigurationDraft,
  type ConfigurationFaults,
} from './configuration-draft.ts'
import { PropertyField } from './property-field.tsx'
import { useFaultText } from './property-names.ts'
import { useSaveConfiguration } from './use-save-configuration.ts'
import classes from './connector.module.css'

/** The form of a configuration, made from the property set of its connector (CONN-03, CONN-08). */
export function ConfigurationForm(props: {
  readonly organizationId: string
  readonly connector: Connector
  readonly options: ReadConnectorAnswer['options']
  /** Null for a new one. */
  readonly configuration: ConfigurationAnswer | null
  readonly onReload: () => void
}) {
  const { t, i18n } = useTranslation(['connector', 'common'])
  const { organizationId, connector, configuration } = props
  const [began] = useState(() => draftOf(connector, configuration))
  const [draft, setDraft] = useState(began)
  const [found, setFaults] = useState(noFaults)
  // What the server alone knows to be wrong stays until its field is changed.
  const [refused, setRefused] = useState(noFaults)
  const faults: ConfigurationFaults = {
    ...refused,
    ...found,
    properties: { ...refused.properties, ...found.properties },
  }
  const kept = keptSecrets(configuration)
  const saving = useSaveConfiguration({ organizationId, connector, configuration, began }, setRefused)
  const faultOf = useFaultText()
  const params = { organizationId, connectorId: connector.id }

  const change = (part: Partial<typeof draft>): void => {
    const next = { ...draft, ...part }
    setDraft(next)
    // What was found wrong is looked at again with each key.
    const left = faultsOf(connector, next, kept) ?? noFaults
    setFaults((before) => stillWrong(before, left))
    setRefused((before) => untouched(before, draft, next))
  }
  const submit = (event: SyntheticEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const wrong = faultsOf(connector, draft, kept)
    setFaults(wrong ?? noFaults)
    setRefused(noFaults)
    if (wrong === null) return saving.mutate(draft)
    focusFirstFault(event.currentTarget)
  }
  return (
    <OfficeForm
      className={classes.form}
      saving={saving}
      isUnsaved={isTouched(draft, began)}
      onSubmit={submit}
      trouble={<SaveError title={t(($) => $.failed.title)} error={saving.error} onReload={props.onReload} />}
      buttons={
        <>
          <Button type="submit" loading={saving.isPending}>
            {configuration === null ? t(($) => $.form.submit) : t(($) => $.form.save)}
          </Button>
          <ButtonLink to="/connectors/$organizationId/configurations/$connectorId" params={params} variant="default">
            {t(($) => $.action.cancel, { ns: 'common' })}
          </ButtonLink>
        </>
      }
    >
      <TextInput
        size="md"
        label={t(($) => $.form.name)}
        withAsterisk
        maxLength={256}
        value={draft.name}
        error={faults.name === undefined ? null : nameFault(i18n, faults.name)}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <Switch
        size="md"
        label={t(($) => $.form.active)}
        checked={draft.status === 'active'}
        onChange={(event) => change({ status: event.currentTarget.checked ? 'active' : 'inactive' })}
      />
      {faults.all !== undefined && (
        <Alert color="red" role="alert">
          {codeText(i18n, faults.all)}
        </Alert>
      )}
      <Fieldset legend={t(($) => $.form.properties)}>
        <Stack gap="md">
          {connector.properties.map((property) => (
            <PropertyField
              key={property.name}
              property={property}
              value={draft.values[property.name] ?? ''}
              isKept={kept.has(property.name)}
              options={props.options[property.name] ?? []}
              error={faultOf(property, faults.properties[property.name])}
              onChange={(value: PropertyValue) => change({ values: { ...draft.values, [property.name]: value } })}
            />
          ))}
        </Stack>
      </Fieldset>
    </OfficeForm>
  )
}

function nameFault(texts: Parameters<typeof faultText>[0], code: string): string | null {
  return faultText(texts, code, { schema: configurationName, path: [] })
}

/** Of what was refused, what is said of fields that are as they were. */
function untouched(
  refused: ConfigurationFaults,
  before: ConfigurationDraft,
  now: ConfigurationDraft,
): ConfigurationFaults {
  const { name, all, properties } = refused
  const isLeft = (property: string): boolean => now.values[property] === before.values[property]
  return {
    ...(name !== undefined && now.name === before.name && { name }),
    ...(all !== undefined && now.values === before.values && { all }),
    properties: Object.fromEntries(Object.entries(properties).filter(([property]) => isLeft(property))),
  }
}

/** Of what was wrong before, what still is. */
function stillWrong(before: ConfigurationFaults, now: ConfigurationFaults): ConfigurationFaults {
  const properties = Object.entries(now.properties).filter(([name]) => name in before.properties)
  return {
    ...(before.name !== undefined && now.name !== undefined && { name: now.name }),
    ...(before.all !== undefined && now.all !== undefined && { all: now.all }),
    properties: Object.fromEntries(properties),
  }
}
