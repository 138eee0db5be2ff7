// The door of the slice: deliveries that the weight of silos shows.
export { bookLateDeliveries, createDeliveryDetection, detectDeliveries } from './silo.ts'
