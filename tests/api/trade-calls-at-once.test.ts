// @module-tag slow
import { describeCallsAtOnce } from '#tests/support/calls-at-once-suite.ts'
import { halvesOfTheTour } from '#tests/support/tour-steps.ts'

describeCallsAtOnce(halvesOfTheTour.trade)
