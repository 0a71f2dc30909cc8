import { Alert, Stack, Text, Title } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { readCategoryCall, type CategoryAnswer } from '#sync/calls/category.ts'
import { linkCircuitCall, unlinkCircuitCall } from '#sync/calls/circuit.ts'
import { circuitKey } from '#web/lib/circuit-key.ts'
import { useCan, useHttp } from '#web/lib/platform.tsx'
import { useSingleMutation } from '#web/lib/use-single-mutation.ts'
import { SaveError } from '#web/staff/ui/form/save-error.tsx'
import { TruncatedMultiSelect } from '#web/staff/ui/form/truncated-select.tsx'
import { categoryQuery, circuitsQuery } from '../catalog-calls.ts'

/** By which circuits the products of a category can be sold; each is given or taken at once (CAT-19). */
export function CircuitBlock({ category }: { readonly category: CategoryAnswer }) {
  const { t } = useTranslation(['catalog', 'common'])
  const { data, isError } = useQuery(circuitsQuery(useHttp()))
  const mayChange = useCan('dispatch_circuit_rule.update')
  const changing = useChange(category.id)
  const all = (data?.['hydra:member'] ?? []).filter(({ status }) => status !== 'archived')
  const own = all.filter(({ categories }) => categories.some(({ id }) => id === category.id)).map(({ id }) => id)
  const inherited = category.circuits.filter(({ isInherited }) => isInherited).map(({ name }) => name)
  const change = (chosen: readonly string[]): void => {
    const added = chosen.find((id) => !own.includes(id))
    const removed = own.filter((id) => !chosen.includes(id))
    if (added !== undefined) changing.mutate({ ids: [added], isGiven: true })
    else if (removed.length > 0) changing.mutate({ ids: removed, isGiven: false })
  }
  return (
    <Stack component="section" gap="sm" aria-labelledby="category-circuits">
      <Title order={2} size="h4" id="category-circuits">
        {t(($) => $.category.circuits)}
      </Title>
      {category.circuits.length === 0 && category.status === 'active' && (
        <Alert color="yellow" role="status">
          {t(($) => $.category.noCircuit)}
        </Alert>
      )}
      <SaveError error={changing.error} />
      <TruncatedMultiSelect
        id="field-circuits"
        size="md"
        aria-label={t(($) => $.category.circuits)}
        description={t(($) => $.category.circuitsText)}
        placeholder={own.length === 0 ? t(($) => $.category.circuitsChoose) : ''}
        data={all.map(({ id, name, status }) => {
          return { value: id, label: status === 'enabled' ? name : t(($) => $.category.inactiveCircuit, { name }) }
        })}
        value={own}
        disabled={!mayChange || data === undefined || changing.isPending}
        error={isError && t(($) => $.filter.notRead, { ns: 'common' })}
        hidePickedOptions
        onChange={change}
      />
      {inherited.length > 0 && (
        <Text size="sm">{t(($) => $.category.circuitsInherited, { names: inherited.join(', ') })}</Text>
      )}
    </Stack>
  )
}

interface Change {
  readonly ids: readonly string[]
  readonly isGiven: boolean
}

function useChange(categoryId: string) {
  const http = useHttp()
  const queries = useQueryClient()
  // The rest of the category is what the form above began with, whatever another user has saved since.
  const showCircuits = async (): Promise<void> => {
    const { circuits, dispatchCircuitRules, dispatchCircuitRule } = await http(readCategoryCall, {
      params: { id: categoryId },
    })
    queries.setQueryData(
      categoryQuery(http, categoryId).queryKey,
      (shown) => shown && { ...shown, circuits, dispatchCircuitRules, dispatchCircuitRule },
    )
  }
  return useSingleMutation({
    mutationFn: async ({ ids, isGiven }: Change) => {
      for (const circuitId of ids)
        await http(isGiven ? linkCircuitCall : unlinkCircuitCall, { params: { id: categoryId, circuitId } })
    },
    // The block says what went wrong.
    onError: () => undefined,
    onSettled: () =>
      Promise.all([
        // What is shown stays where it cannot be read again: the change itself is done.
        showCircuits().catch(() => undefined),
        queries.invalidateQueries({ queryKey: circuitKey }),
      ]),
  })
}
