import { succeed, type Result } from '#domain/kernel/result.ts'
import { refuse, type Failure } from '#api/http/failure.ts'
import type { CircuitOption } from '#sync/calls/public-catalog.ts'
import type { OptionRows } from './public-option-queries.ts'

/** The circuits that customers can choose; where none is left, what is missing (PUB-30, PUB-32, PUB-33). */
export function offeredOptions(rows: OptionRows): Result<{ readonly circuits: CircuitOption[] }, Failure> {
  if (!rows.categoryKnown) return refuse('REQUEST_NOT_FOUND')
  if (!rows.buyerReachable) return refuse('BUYBACK_BUYER_UNREACHABLE')
  if (!rows.hasWarehouse) return refuse('CIRCUIT_NO_WAREHOUSE')
  const reachable = rows.circuits.filter(({ type }) => type !== 'web_drop' || rows.storeDrop)
  const transported = reachable.filter(({ shippingMethods }) => shippingMethods.length > 0)
  if (transported.length === 0) return refuse('CIRCUIT_NO_TRANSPORT_MODE')
  const paid = transported.filter(({ paymentModes }) => paymentModes.length > 0)
  if (paid.length === 0) return refuse('CIRCUIT_NO_PAYMENT_MODE')
  return succeed({ circuits: paid.map((circuit) => joined(circuit, rows.paymentBonus)) })
}

/** A circuit whose shipping methods name its payment modes; bonuses of payment modes are a premium feature. */
function joined(circuit: CircuitOption, paymentBonus: boolean): CircuitOption {
  const paymentMethods = circuit.paymentModes.map(({ id }) => id)
  return {
    ...circuit,
    shippingMethods: circuit.shippingMethods.map((method) => ({ ...method, paymentMethods })),
    paymentModes: paymentBonus
      ? circuit.paymentModes
      : circuit.paymentModes.map((mode) => ({ ...mode, modifier: null })),
  }
}
