// The door of the slice: deliveries that the weight of silos shows.
export { createDeliveryDetection, detectDeliveries } from './silo.ts'
