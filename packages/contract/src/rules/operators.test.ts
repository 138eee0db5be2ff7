import { describe, expect, it } from 'vitest'
import { canonicalOperator, Operator, OPERATORS, operatorsOf } from './operators.ts'

describe('operators', () => {
  it('takes both spellings and answers the canonical one', () => {
    for (const [canonical, template] of Object.entries(OPERATORS)) {
      expect(Operator.parse(canonical)).toBe(canonical)
      expect(Operator.parse(template)).toBe(canonical)
      expect(canonicalOperator(template)).toBe(canonical)
    }
  })

  it('refuses any other word', () => {
    expect(Operator.safeParse('GREATEST').success).toBe(false)
    expect(canonicalOperator('toString')).toBeUndefined()
  })

  it('asks of each type what makes sense', () => {
    expect(operatorsOf('BOOLEAN')).toEqual(['EQUAL'])
    expect(operatorsOf('STRING')).toEqual(['EQUAL', 'NOT_EQUAL'])
    expect(operatorsOf('DECIMAL')).toHaveLength(6)
    expect(operatorsOf('INTEGER')).toHaveLength(6)
  })
})
