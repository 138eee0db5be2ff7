import type { RuleDetails } from '@steading/contract/rules'
import { cloud } from './templates.sample.ts'

const who = { createdBy: null, creationTimestampUtc: '2026-04-01T00:00:00Z', lastUpdatedBy: null }
const place = { id: '11', name: 'Farm', displayName: 'Farm', type: 'FARM' } as const
const entity = { id: '12', name: 'House', displayName: 'Farm | House', type: 'SECTOR' as const }
/** An alarm over several smart boxes, in service. */
export const cloudRule: RuleDetails = {
  ...{ id: '5', displayName: 'Hot', kind: 'ALARM', template: 'CLOUD_ALARM', rootEntity: place, sector: null, terminal: null },
  ...{ status: 'ENABLED', deploymentStatus: 'DEPLOYED', deploymentMessage: null, ruleVersion: 1, runningVersion: 1 },
  ...{ isSystemRule: false, ruleGroups: [], lastUpdateTimestampUtc: '2026-04-01T00:00:00Z', version: 3, body: {} },
  ...{ isCloudProcessor: true, isCyclical: false, showAllInterfaces: true, autoClose: false, ...who },
  ...{ interfaceIds: [], eventCategoryList: [], eventSectorList: [] },
  ruleTemplate: {
    ...cloud,
    ...{
      name: null,
      translations: {},
      description: {},
      profiles: [],
      entity: null,
      isSystem: true,
      editable: false,
      version: 1,
    },
    ...{ ...who, lastUpdateTimestampUtc: null, groups: [...cloud.groups], inputs: [...cloud.inputs] },
  },
  inputs: [{ id: 'lines', value: [{ interfaceId: '1' }] }],
  eventConfiguration: null,
  interfaces: [
    {
      id: '1',
      displayName: 'T',
      category: 'TEMPERATURE',
      role: 'IN',
      safeValue: null,
      entity,
      terminal: { id: '31', displayName: 'QPL-01' },
    },
  ],
  ...{ requestedUtc: null, reportedUtc: null, deletedTimestamp: null, deletedBy: null },
}
