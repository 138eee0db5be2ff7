import { expect, test } from 'vitest'
import { realPath } from './realPath.ts'

test.each([
  ['of no thing', '/production/curves', {}, '/production/curves'],
  ['of a curve', '/production/curves/details/{curveId}/curve', { curveId: { id: '7' } }, '/production/curves/details/7/curve'],
  [
    'of a weighing in its own batch',
    '/production/{batchId}/manualWeighing/{manualWeighingId}',
    { batchId: { id: '1' }, manualWeighingId: { id: '9', batch: { id: '5' } } },
    '/production/5/manualWeighing/9',
  ],
  ['of nothing', '/production/curves/details/{curveId}', { curveId: undefined }, undefined],
  ['of a thing that is missing in a batch', '/production/{batchId}/tasks/details/{taskId}', { batchId: { id: '1' } }, undefined],
])('finds the address of a page %s', (_, pattern, samples, address) => expect(realPath(pattern, samples)).toBe(address))
