throw new Error('this worker cannot start')
