"""The main thread holds the guard and starts workers, which write results into tensors of the main thread.

The mode belongs to a thread. A worker starts without it, so it may not write inference tensors.
"""
import threading

import torch


def fill(results, row):
    results[row].fill_(row)


with torch.inference_mode():
    results = torch.zeros(2, 3)
    workers = [threading.Thread(target=fill, args=(results, row)) for row in range(2)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
