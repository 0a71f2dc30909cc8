import { useTranslation } from 'react-i18next'
import { workOnRefurbStep } from '#sync/operations/refurb/work-on-refurb-step.ts'
import { itemFacts } from '#sync/wire/item-row.ts'
import { actionOfOperation, useActionText } from '#web/lib/action-text.ts'
import { useStocks } from '#web/local/copy/use-stocks.ts'
import { operationName } from './operation-name.ts'
import type { TrayEntry } from './tray-entry.ts'

/** Writes what an entry was to do: the action, and its step or stock where it has one. */
export function useEntryAction(): (entry: TrayEntry) => string {
  const { t } = useTranslation('sync')
  const actionText = useActionText()
  const stocks = useStocks()
  return (entry) => {
    const { type, args } = entry
    if (type === workOnRefurbStep.type) {
      const action = actionText(actionOfOperation(type, args))
      const step = stepOf(entry)?.name
      return step === undefined ? action : t(($) => $.attention.actionOn, { action, name: step })
    }
    const action = t(($) => $.attention.operation[operationName(type)])
    const stock = type === 'moveItem' && typeof args['stockId'] === 'string' ? stocks.nameOf(args['stockId']) : null
    return stock === null ? action : t(($) => $.attention.actionOn, { action, name: stock })
  }
}

/** The step that an entry is about, as it is now; undefined of all other actions. */
export function stepOf({ args, item }: Pick<TrayEntry, 'args' | 'item'>) {
  const stepId = args['stepId']
  return item === null || stepId === undefined
    ? undefined
    : itemFacts(item).steps.find((step) => step.stepId === stepId)
}
