import { expect, test } from 'vitest'
import { Failed } from '../../failures.ts'
import { isDatabaseUnavailable } from './availability.ts'

const coded = (code: string) => Object.assign(new Error('in words'), { code })

test.each([
  ...['08000', '08003', '08006', '53300', '57P01', '57P02', '57P03', '57P05', '25P03'].map(coded),
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND'].map(coded),
  Object.assign(new AggregateError([coded('ECONNREFUSED'), coded('ECONNREFUSED')]), { code: 'ECONNREFUSED' }),
  Object.assign(coded('ENOENT'), { syscall: 'connect', address: '/var/farm/.s.PGSQL.5432' }),
  new Error('Connection terminated unexpectedly'),
  new Error('Connection terminated due to connection timeout'),
  new Error('timeout exceeded when trying to connect'),
  new Error('Client has encountered a connection error and is not queryable'),
])('$code $message: the database is away', error => expect(isDatabaseUnavailable(error)).toBe(true))

test.each([
  ...['23505', '40001', '42P01', '57014', '22P02', '53100', 'ENOENT', 'EADDRINUSE'].map(coded),
  Object.assign(new Error('Connection terminated, says a constraint'), { code: '23514' }),
  new Failed('NOT_FOUND'),
  new Error('no audit of a change'),
  'ECONNREFUSED',
  undefined,
])('%s: it answers, and something else is wrong', error => expect(isDatabaseUnavailable(error)).toBe(false))
