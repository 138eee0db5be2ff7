import { EMPTY_PLAN } from '@steading/contract/protection/alarmPlan'
import type { AlarmPlanContent } from '@steading/contract/protection/alarmPlan'

const DAY = 86_400_000
// None is due within a fortnight: the demo sends no notice as it begins.
const dayFrom = (now: number, days: number) => new Date(now + days * DAY).toISOString().slice(0, 10)

/** What holds for all houses of the demo's poultry farm. */
export const farmPlan = (now: number): AlarmPlanContent => ({
  ...EMPTY_PLAN,
  contacts: [
    { planRole: 'ELECTRICIAN', displayName: 'Eletro Ribatejo', phone: '+351243000111', note: 'Day and night' },
    { planRole: 'VET', displayName: 'Dr. Ana Matos', phone: '+351243000222', note: '' },
    { planRole: 'VENTILATION', displayName: 'Ventiave', phone: '+351243000333', note: 'Contract 4711' },
    { planRole: 'NEIGHBOUR', displayName: 'Joaquim, next farm', phone: '+351912000444', note: 'Has a key and a tractor' },
  ],
  generator: {
    make: 'Himoinsa HYW-45',
    powerKw: 36,
    fuelKind: 'DIESEL',
    start: 'AUTOMATIC',
    location: 'Shed beside House 1',
    serviceDue: dayFrom(now, 120),
  },
  siren: 'Gable of House 1; key switch in the anteroom',
  powerMain: 'Cabinet beside the gate',
  waterMain: 'Pump house, red wheel',
  gasMain: 'Tank behind House 2, yellow lever',
  assemblyPoint: 'Parking area at the gate',
})

/** What its first house adds. */
export const housePlan = (now: number): AlarmPlanContent => ({
  ...EMPTY_PLAN,
  instructions: [
    { planCategory: 'CLIMATE', text: 'Open the side inlets by hand with the crank. Switch the fans to manual, group by group.' },
    {
      planCategory: 'POWER',
      text: 'Generator does not start: key to manual, press start, then switch the load. Call the electrician.',
    },
    { planCategory: 'WATER', text: 'Check the pump house and the filter. Open the bypass to the neighbor line.' },
  ],
  batteries: [
    { displayName: 'Smart box', location: 'Anteroom, grey cabinet', fitted: dayFrom(now, -1100), replaceBy: dayFrom(now, 90) },
    { displayName: 'Siren', location: 'Gable', fitted: dayFrom(now, -300), replaceBy: dayFrom(now, 800) },
    { displayName: 'Generator starter', location: 'Shed', fitted: dayFrom(now, -700), replaceBy: dayFrom(now, 400) },
  ],
})
